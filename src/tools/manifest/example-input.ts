import { readFields, type SchemaField, type SchemaShape } from "../../stream/schema-shape.js";
import type { ToolDeclaration } from "../../stream/tool.js";

export interface ExampleInput {
  /** What the example shows, such as `all arguments`. */
  title: string;
  input: Readonly<Record<string, unknown>>;
}

type Fill = "required" | "all";

/** A call with the arguments that a tool must have, and one with all, where that makes a difference. */
export function exampleInputs({ parameters }: Pick<ToolDeclaration, "parameters">): readonly ExampleInput[] {
  const fields = readFields(parameters);
  const required = fillFields(fields, "required");
  const all = fillFields(fields, "all");
  if (JSON.stringify(required) === JSON.stringify(all)) return [{ title: "", input: all }];
  return [
    { title: Object.keys(required).length > 0 ? "required arguments only" : "without arguments", input: required },
    { title: "all arguments", input: all },
  ];
}

function fillFields(fields: readonly SchemaField[], fill: Fill): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .filter(
        ({ name, isRequired, shape }) => name !== "__proto__" && (isRequired || (fill === "all" && !isEndless(shape))),
      )
      .map(({ name, shape }) => [name, fillShape(shape, wordsOf(name), fill)]),
  );
}

/** The value that the schema itself gives as a default or an example; else one that shows its form. */
function fillShape(shape: SchemaShape, words: string, fill: Fill, index = 0): unknown {
  const { schema } = shape;
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  if (Array.isArray(schema.examples) && schema.examples.length > index) return (schema.examples as unknown[])[index];
  if (isEndless(shape) && shape.isNullable) return null;
  switch (shape.kind) {
    case "object":
      return fillFields(shape.fields, fill);
    case "list":
      return fillList(shape.item, words, fill, schema);
    case "choice":
      return shape.options[index % Math.max(shape.options.length, 1)] ?? null;
    case "union":
      return fillUnion(shape.forms, words, fill, index);
    case "number":
    case "integer":
      return fillNumber(schema, shape.kind, index);
    case "boolean":
      return index % 2 === 0;
    case "null":
      return null;
    default:
      return fillText(shape, words, index);
  }
}

/** A schema that refers to itself has no end: an example ends there where it may. */
function isEndless({ schema }: SchemaShape): boolean {
  return Object.hasOwn(schema, "$recursiveRef");
}

/** A text where one is admitted: every format can say it, and tells it apart from nothing else. */
function fillUnion(forms: readonly SchemaShape[], words: string, fill: Fill, index: number): unknown {
  const form = forms.find(({ kind }) => kind === "string") ?? forms.find((each) => !isEndless(each)) ?? forms[0];
  return form === undefined ? null : fillShape(form, words, fill, index);
}

/** Two items, so that it is seen how several are written; of objects one. */
function fillList(item: SchemaShape, words: string, fill: Fill, limits: SchemaShape["schema"]): unknown[] {
  const { minItems = 0, maxItems = 2 } = limits as { minItems?: number; maxItems?: number };
  const usual = isEndless(item) ? 0 : item.kind === "object" || item.kind === "list" ? 1 : 2;
  const count = Math.min(Math.max(usual, Number(minItems) || 0), Math.max(Number(maxItems) || 0, 0), 5);
  return Array.from({ length: count }, (_, index) => fillShape(item, words, fill, index));
}

function fillNumber(schema: SchemaShape["schema"], kind: "number" | "integer", index: number): number {
  const limit = (key: string) => (typeof schema[key] === "number" ? schema[key] : undefined);
  const { minimum, above, maximum, below, step } = {
    minimum: limit("minimum"),
    above: limit("exclusiveMinimum"),
    maximum: limit("maximum"),
    below: limit("exclusiveMaximum"),
    step: limit("multipleOf") ?? 1,
  };
  const low = minimum ?? above ?? 0;
  const high = maximum ?? below ?? 0;
  const candidates = [
    index + 1,
    step * (index + 1),
    Math.ceil(low / step + index) * step,
    Math.floor(low / step + 1) * step,
    Math.floor(high / step) * step,
    Math.ceil(high / step - 1) * step,
    low,
    high,
    (low + high) / 2,
  ];
  const fits = (value: number) =>
    value >= (minimum ?? value) &&
    value <= (maximum ?? value) &&
    (above === undefined || value > above) &&
    (below === undefined || value < below) &&
    (limit("multipleOf") === undefined || value % step === 0) &&
    (kind === "number" || Number.isInteger(value));
  return candidates.find(fits) ?? index + 1;
}

const samples: Readonly<Record<string, string>> = {
  date: "2026-01-31",
  "date-time": "2026-01-31T09:30:00Z",
  time: "09:30:00Z",
  duration: "PT30M",
  email: "name@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  url: "https://example.com/",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
};

function fillText({ schema, description }: SchemaShape, words: string, index: number): string {
  const { format, minLength = 0, maxLength } = schema;
  if (typeof format === "string" && Object.hasOwn(samples, format)) return samples[format] ?? "";
  const quoted = /\be\.g\.?,?\s*(["'`])(.{1,80}?)\1/.exec(description)?.[2];
  const text = quoted ?? `example ${words}${index > 0 ? ` ${index + 1}` : ""}`;
  const least = Math.min(Number(minLength) || 0, 200);
  return text.padEnd(least, ".").slice(0, typeof maxLength === "number" ? maxLength : undefined);
}

/** `cityName` and `city_name` as `city name`. */
function wordsOf(name: string): string {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replace(/[_-]+/g, " ")
    .toLowerCase();
}
