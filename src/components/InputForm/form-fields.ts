import { isRecord } from "../../stream/json-value.js";
import { readShape, type SchemaField, type SchemaShape } from "../../stream/schema-shape.js";
import type { JsonSchema } from "../../stream/tool.js";

/** What is written in a field. A list is written one item a line. */
export type FieldKind = "text" | "number" | "integer" | "boolean" | "choice" | "texts" | "numbers" | "integers";

export interface FormField {
  kind: FieldKind;
  name: string;
  /** Its place in the draft. */
  index: number;
  isRequired: boolean;
  isNullable: boolean;
  description: string;
  /** Of a choice. The draft holds the option's place in this list. */
  options: readonly Option[];
  /** The value that it began with; undefined: there was none. */
  was: unknown;
}

/** An object in the arguments. */
export interface FormGroup {
  kind: "group";
  name: string;
  /** It stands in the arguments, also while none of its fields is filled in. */
  isThere: boolean;
  nodes: readonly FormNode[];
}

export type FormNode = FormField | FormGroup;
type Option = string | number | boolean;

export interface Form {
  nodes: readonly FormNode[];
  /** What stands in each field at first. */
  draft: readonly string[];
}

/** A form that has more, or is nested deeper, is no help. */
const MAX_FIELDS = 40;
const MAX_DEPTH = 4;

/**
 * The arguments of a call as a form. Undefined where a form would hide or bend something: a schema with unions, maps or
 * lists of objects, a member that the schema does not name, a value of another type than its field's.
 */
export function createForm(parameters: JsonSchema, input: unknown): Form | undefined {
  const shape = readShape(parameters);
  if (shape.kind !== "object" || !isRecord(input)) return undefined;
  const builder = new FormBuilder();
  const nodes = builder.members(shape.fields, input, [], true);
  return nodes === undefined || nodes.length === 0 ? undefined : { nodes, draft: builder.draft };
}

class FormBuilder {
  readonly draft: string[] = [];

  members(
    fields: readonly SchemaField[],
    owner: Readonly<Record<string, unknown>>,
    path: readonly string[],
    isOwnerThere: boolean,
  ): FormNode[] | undefined {
    const isNamed = (key: string) => fields.some((field) => field.name === key);
    if (path.length >= MAX_DEPTH || !Object.keys(owner).every(isNamed)) return undefined;
    const nodes: FormNode[] = [];
    for (const { name, isRequired, shape } of fields) {
      const was = Object.hasOwn(owner, name) ? owner[name] : undefined;
      const node = this.#node(shape, was, [...path, name], isRequired && isOwnerThere);
      if (node === undefined || this.draft.length > MAX_FIELDS) return undefined;
      nodes.push(node);
    }
    return nodes;
  }

  #node(shape: SchemaShape, was: unknown, path: readonly string[], isRequired: boolean): FormNode | undefined {
    const name = path.at(-1) ?? "";
    if (was === null && !shape.isNullable) return undefined;
    if (shape.kind === "object") {
      const isOpen = shape.fields.length === 0 || isRecord(shape.schema.additionalProperties);
      if (isOpen || !(was === undefined || isRecord(was))) return undefined;
      const isThere = was !== undefined;
      const nodes = this.members(shape.fields, was ?? {}, path, isThere);
      return nodes && { kind: "group", name, isThere, nodes };
    }
    const kind = kindOf(shape);
    if (kind === undefined) return undefined;
    const options = shape.kind === "choice" ? shape.options.filter(isOption) : [];
    const text = writeField(kind, was, options);
    if (text === undefined || (shape.kind === "choice" && options.length < shape.options.length)) return undefined;
    const index = this.draft.push(text) - 1;
    const { isNullable, description } = shape;
    return { kind, name, index, isRequired, isNullable, description, options, was };
  }
}

function isOption(option: unknown): option is Option {
  return ["string", "number", "boolean"].includes(typeof option);
}

function kindOf(shape: SchemaShape): FieldKind | undefined {
  switch (shape.kind) {
    case "string":
      return "text";
    case "number":
    case "integer":
    case "boolean":
    case "choice":
      return shape.kind;
    case "list":
      if (shape.item.isNullable) return undefined;
      if (shape.item.kind === "string") return "texts";
      if (shape.item.kind === "number") return "numbers";
      return shape.item.kind === "integer" ? "integers" : undefined;
    default:
      return undefined;
  }
}

/** Undefined for a value that the field cannot hold. */
function writeField(kind: FieldKind, value: unknown, options: readonly unknown[]): string | undefined {
  if (value === undefined || value === null) return "";
  switch (kind) {
    case "text":
      return typeof value === "string" ? value : undefined;
    case "number":
    case "integer":
      return typeof value === "number" ? String(value) : undefined;
    case "boolean":
      return typeof value === "boolean" ? String(value) : undefined;
    case "choice": {
      const place = options.indexOf(value);
      return place < 0 ? undefined : String(place);
    }
    default:
      return writeList(value, kind === "texts" ? "string" : "number");
  }
}

/** An item that is empty, or has more than one line, cannot stand on a line of its own. */
function writeList(value: unknown, type: "string" | "number"): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const items: unknown[] = value;
  const isPlain = (item: unknown) => typeof item === type && /^\S(?:.*\S)?$/u.test(String(item));
  return items.every(isPlain) ? items.join("\n") : undefined;
}
