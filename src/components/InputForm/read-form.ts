import type { FormField, FormNode } from "./form-fields.js";

export type FieldFault = "not-a-number" | "not-a-whole-number";

export interface FormReading {
  input: Readonly<Record<string, unknown>>;
  /** By the fields' places in the draft. */
  faults: ReadonlyMap<number, FieldFault>;
}

/** Says that a member is left out. */
const absent = Symbol("absent");

/**
 * What the person wrote, as arguments. An empty field leaves its member out, where the schema lets it; an object that was
 * not there stays away while nothing of it is filled in. A form that nobody touched gives the arguments that it was made of.
 */
export function readForm(nodes: readonly FormNode[], draft: readonly string[]): FormReading {
  const faults = new Map<number, FieldFault>();
  const readNodes = (inner: readonly FormNode[]) => {
    const members = inner.map((node) => [node.name, readNode(node)] as const);
    return Object.fromEntries(members.filter(([, value]) => value !== absent));
  };
  const readNode = (node: FormNode): unknown => {
    if (node.kind !== "group") return readField(node, draft[node.index] ?? "", faults);
    const value = readNodes(node.nodes);
    if (node.isThere || Object.keys(value).length > 0) return value;
    return absent;
  };
  return { input: readNodes(nodes), faults };
}

function readField(field: FormField, text: string, faults: Map<number, FieldFault>): unknown {
  if (field.kind === "text" ? text === "" : text.trim() === "") return blank(field);
  switch (field.kind) {
    case "text":
      return text;
    case "boolean":
      return text === "true";
    case "choice":
      return field.options[Number(text)];
    case "texts":
      return itemsOf(text);
    case "numbers":
    case "integers":
      return itemsOf(text).map((item) => readNumber(field, item, faults));
    default:
      return readNumber(field, text.trim(), faults);
  }
}

function itemsOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function readNumber(field: FormField, text: string, faults: Map<number, FieldFault>): number {
  const isNumber = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/iu.test(text);
  const value = isNumber ? Number(text) : Number.NaN;
  const isWhole = field.kind === "integer" || field.kind === "integers";
  if (!Number.isFinite(value)) faults.set(field.index, "not-a-number");
  else if (isWhole && !Number.isInteger(value)) faults.set(field.index, "not-a-whole-number");
  return value;
}

/** What was not there stays away; what was there, and may not go, is empty. */
function blank({ kind, was, isRequired, isNullable }: FormField): unknown {
  if (was === undefined) return absent;
  if (was === null) return null;
  if (kind === "text" && was === "") return "";
  if (isRequired && isNullable) return null;
  if (isRequired && kind === "text") return "";
  return Array.isArray(was) ? [] : absent;
}
