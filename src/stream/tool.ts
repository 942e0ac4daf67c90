/** JSON Schema, as far as this kit reads it; other keywords are kept and passed on. */
export interface JsonSchema {
  type?: string | readonly string[] | undefined;
  description?: string | undefined;
  properties?: Readonly<Record<string, JsonSchema>> | undefined;
  required?: readonly string[] | undefined;
  items?: JsonSchema | readonly JsonSchema[] | undefined;
  enum?: readonly unknown[] | undefined;
  const?: unknown;
  default?: unknown;
  anyOf?: readonly JsonSchema[] | undefined;
  oneOf?: readonly JsonSchema[] | undefined;
  allOf?: readonly JsonSchema[] | undefined;
  additionalProperties?: boolean | JsonSchema | undefined;
  readonly [keyword: string]: unknown;
}

/** What a model is told of a tool. */
export interface ToolDeclaration {
  name: string;
  description: string;
  /** A JSON Schema whose type is `object`. */
  parameters: JsonSchema;
}
