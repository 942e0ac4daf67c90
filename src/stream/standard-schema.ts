/**
 * The parts of Standard Schema and Standard JSON Schema (version 1) that this kit uses. zod (4.2 and later) and arktype
 * (2.1.28 and later) bring both; valibot brings the first, and `toStandardJsonSchema` of `@valibot/to-json-schema` adds
 * the second. Source: standardschema.dev.
 */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** An arktype schema is a function with properties, so what it is made of does not count. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== "object" || value === null) && typeof value !== "function") return false;
  return "~standard" in value && typeof value["~standard"] === "object" && value["~standard"] !== null;
}

/**
 * What the schema takes, in JSON Schema.
 * @returns undefined where its library cannot say so
 * @throws whatever the library throws for a type that JSON Schema has no word for
 */
export function readStandardJsonSchema(schema: StandardSchema): unknown {
  const { jsonSchema } = schema["~standard"] as {
    jsonSchema?: { input?: (options: { target: string }) => unknown };
  };
  return jsonSchema?.input?.({ target: "draft-2020-12" });
}
