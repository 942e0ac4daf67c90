import { type Schema, type SchemaDraft, Validator } from "@cfworker/json-schema";
import { isStandardSchema, type StandardSchema } from "../stream/standard-schema.js";
import type { JsonSchema } from "../stream/tool.js";
import { checkToolInput } from "../stream/tool-input.js";
import type { ToolDefinition } from "./definition.js";
import { errorTextOf } from "./run.js";
import { describeFaults, formatPath } from "./schema-faults.js";

export type InputValidation = { value: unknown } | { errorText: string };

/** Faults that one error text names; a model mends a few at a time. */
const MAX_FAULTS = 5;
/** Of an input up to this many characters of JSON all faults are looked for, of a longer one the first. */
const MAX_THOROUGH_CHARS = 16_384;

const validators = new WeakMap<JsonSchema, Validator>();

/**
 * Holds a call's input against its tool's schema. Never rejects: what cannot be checked does not fit.
 * @returns what the tool is to be given (a zod, valibot or arktype schema may have changed it), or what is wrong with
 *   the input, in words for the model: `The arguments do not fit: city: expected string, got number.`
 */
export async function validateInput(
  tool: Pick<ToolDefinition<never>, "name" | "parameters">,
  input: unknown,
): Promise<InputValidation> {
  const checked = checkToolInput(input);
  if ("errorText" in checked) return { errorText: checked.errorText };
  const { parameters } = tool;
  if (parameters === undefined) return { value: checked.input };
  try {
    return isStandardSchema(parameters)
      ? await validateStandard(parameters, checked.input)
      : validateJson(parameters, checked.input);
  } catch (error) {
    return { errorText: `The arguments of "${tool.name}" cannot be checked: ${errorTextOf(error)}` };
  }
}

async function validateStandard(schema: StandardSchema, input: unknown): Promise<InputValidation> {
  const result = await schema["~standard"].validate(input);
  if (result.issues === undefined) return { value: result.value };
  return notFitting(
    result.issues.map(({ path = [], message }) => {
      const where = formatPath(path.map((segment) => (typeof segment === "object" ? segment.key : segment)));
      return where === "" ? message : `${where}: ${message}`;
    }),
  );
}

function validateJson(schema: JsonSchema, input: unknown): InputValidation {
  const first = validatorOf(schema).validate(input);
  if (first.valid) return { value: input };
  const isThorough = JSON.stringify(input).length <= MAX_THOROUGH_CHARS;
  const { errors } = isThorough ? new Validator(copyOf(schema), draftOf(schema), false).validate(input) : first;
  return notFitting(describeFaults(errors, schema, input));
}

function validatorOf(schema: JsonSchema): Validator {
  const known = validators.get(schema) ?? new Validator(copyOf(schema), draftOf(schema));
  validators.set(schema, known);
  return known;
}

/** The validator writes its notes into the schema. */
function copyOf(schema: JsonSchema): Schema {
  return structuredClone(schema) as Schema;
}

function draftOf({ $schema }: JsonSchema): SchemaDraft {
  const [, draft] = /draft-0?(4|7|2019-09)\b|draft\/(2019-09)/.exec(String($schema)) ?? [];
  return (draft as SchemaDraft | undefined) ?? "2020-12";
}

function notFitting(faults: readonly string[]): InputValidation {
  const named = faults.slice(0, MAX_FAULTS).join("; ");
  const rest = faults.length - MAX_FAULTS;
  return { errorText: `The arguments do not fit: ${named}${rest > 0 ? `; and ${rest} more` : ""}.` };
}
