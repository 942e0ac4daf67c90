import { isRecord, listAt, recordAt, stringAt } from "./json-value.js";
import { simplifySchema } from "./simple-schema.js";
import type { JsonSchema } from "./tool.js";

/** What a schema says of one value, as far as a prompt, an example or a form needs it. */
export type SchemaShape = ShapeFacts &
  (
    | { kind: "object"; fields: readonly SchemaField[] }
    | { kind: "list"; item: SchemaShape }
    | { kind: "choice"; options: readonly unknown[] }
    | { kind: "union"; forms: readonly SchemaShape[] }
    | { kind: "string" | "number" | "integer" | "boolean" | "null" | "any" }
  );

interface ShapeFacts {
  /** Empty when there is none. */
  description: string;
  /** `null` is allowed beside. */
  isNullable: boolean;
  /** The schema itself, simplified: for limits, formats, defaults. */
  schema: JsonSchema;
}

export interface SchemaField {
  name: string;
  isRequired: boolean;
  shape: SchemaShape;
}

/**
 * The arguments of a tool, in the order in which its schema names them. Of a union all that any form has; those that
 * every form asks for are required.
 */
export function readFields(parameters: JsonSchema): readonly SchemaField[] {
  return fieldsOfShape(readShape(parameters));
}

function fieldsOfShape(shape: SchemaShape): readonly SchemaField[] {
  if (shape.kind === "object") return shape.fields;
  if (shape.kind !== "union") return [];
  const forms = shape.forms.map(fieldsOfShape);
  const names = new Set(forms.flat().map((field) => field.name));
  return [...names].map((name) => {
    const found = forms.flatMap((fields) => fields.filter((field) => field.name === name));
    const isRequired = found.length === forms.length && found.every((field) => field.isRequired);
    const schemas = [...new Map(found.map(({ shape: { schema } }) => [JSON.stringify(schema), schema])).values()];
    return { name, isRequired, shape: schemas.length === 1 ? shapeOf(schemas[0]) : shapeOf({ anyOf: schemas }) };
  });
}

export function readShape(schema: JsonSchema): SchemaShape {
  return shapeOf(simplifySchema(schema));
}

function shapeOf(given: unknown): SchemaShape {
  const schema: JsonSchema = isRecord(given) ? given : {};
  const description = stringAt(schema, "description") ?? "";
  const facts = { description, isNullable: false, schema };
  if (Object.hasOwn(schema, "const")) return { ...facts, kind: "choice", options: [schema.const] };
  if (Array.isArray(schema.enum)) return choice(facts, schema.enum);
  const forms = [...listAt(schema, "anyOf"), ...listAt(schema, "oneOf")];
  if (forms.length > 0 && schema.properties === undefined) return union(facts, forms);
  const types = [schema.type ?? []].flat();
  const isNullable = types.includes("null") && types.length > 1;
  const others = types.filter((type) => type !== "null" || types.length === 1);
  if (others.length > 1)
    return union(
      { ...facts, isNullable },
      others.map((type) => ({ ...schema, description: "", type })),
    );
  return typed({ ...facts, isNullable }, others[0] ?? typeFrom(schema));
}

function typed(facts: ShapeFacts, type: string | undefined): SchemaShape {
  const { schema } = facts;
  switch (type) {
    case "object":
      return { ...facts, kind: "object", fields: fieldsOf(schema) };
    case "array":
      return { ...facts, kind: "list", item: shapeOf(itemOf(schema)) };
    case "string":
    case "number":
    case "integer":
    case "boolean":
    case "null":
      return { ...facts, kind: type };
    default:
      return { ...facts, kind: "any" };
  }
}

function typeFrom(schema: JsonSchema): string | undefined {
  if (schema.properties !== undefined) return "object";
  return schema.items === undefined ? undefined : "array";
}

function fieldsOf(schema: JsonSchema): SchemaField[] {
  const required = listAt(schema, "required");
  return Object.entries(recordAt(schema, "properties") ?? {}).map(([name, field]) => ({
    name,
    isRequired: required.includes(name),
    shape: shapeOf(field),
  }));
}

/** Of a tuple, any of its items. */
function itemOf({ items, prefixItems }: JsonSchema): unknown {
  const tuple = Array.isArray(items) ? items : prefixItems;
  if (!Array.isArray(tuple)) return items;
  return tuple.length === 1 ? tuple[0] : { anyOf: tuple };
}

function choice(facts: ShapeFacts, options: readonly unknown[]): SchemaShape {
  const others = options.filter((option) => option !== null);
  return { ...facts, isNullable: others.length < options.length, kind: "choice", options: others };
}

function union(facts: ShapeFacts, forms: readonly unknown[]): SchemaShape {
  const shapes = forms.map(shapeOf);
  const others = shapes.filter((shape) => shape.kind !== "null");
  const isNullable = facts.isNullable || others.length < shapes.length || others.some((shape) => shape.isNullable);
  const [only] = others;
  if (others.length === 1 && only !== undefined) {
    return {
      ...only,
      isNullable,
      description: facts.description || only.description,
      schema: { ...only.schema, ...facts.schema },
    };
  }
  if (others.length > 0 && others.every((shape) => shape.kind === "choice")) {
    return { ...facts, isNullable, kind: "choice", options: others.flatMap((shape) => shape.options) };
  }
  return { ...facts, isNullable, kind: "union", forms: others };
}
