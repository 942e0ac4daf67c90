import { readFields, type SchemaField, type SchemaShape } from "../../stream/schema-shape.js";
import type { ToolDeclaration } from "../../stream/tool.js";
import { escapeAttribute } from "./xml-text.js";

const step = "    ";
/** A schema can go deeper than is of use in a prompt. */
const MAX_DEPTH = 8;

/**
 * A tool's definition in the tags that its calls have:
 *
 *     <tool name="plan" description="Plans a trip.">
 *         <arguments>
 *             <arg name="stops" type="list" required="true" description="In their order.">
 *                 <item type="string" />
 *             </arg>
 *         </arguments>
 *     </tool>
 */
export function formatXmlSchema(tool: ToolDeclaration): string {
  const { name, description, parameters } = tool;
  const about = description === "" ? "" : ` description="${escapeAttribute(description)}"`;
  return [`<tool name="${escapeAttribute(name)}"${about}>`, ...formatFields(readFields(parameters)), "</tool>"].join(
    "\n",
  );
}

function formatFields(fields: readonly SchemaField[]): string[] {
  if (fields.length === 0) return [`${step}<!-- no arguments -->`];
  if (fields.some(isWrapperName)) return fields.flatMap((field) => formatField(field, step, 0));
  const lines = fields.flatMap((field) => formatField(field, step + step, 0));
  return [`${step}<arguments>`, ...lines, `${step}</arguments>`];
}

/** A tool with an argument named `arguments` has no tag of that name around them. */
export function hasOwnArguments({ parameters }: ToolDeclaration): boolean {
  return readFields(parameters).some(isWrapperName);
}

function isWrapperName({ name }: SchemaField): boolean {
  return name.toLowerCase() === "arguments";
}

function formatField({ name, isRequired, shape }: SchemaField, indent: string, depth: number): string[] {
  const attributes = [`name="${escapeAttribute(name)}"`, ...typeAttributes(shape), `required="${isRequired}"`];
  return formatShape("arg", [...attributes, ...factAttributes(shape)], shape, indent, depth);
}

function formatShape(tag: string, attributes: string[], shape: SchemaShape, indent: string, depth: number): string[] {
  const opener = `${indent}<${[tag, ...attributes].join(" ")}`;
  const inside = depth < MAX_DEPTH ? formatInside(shape, indent + step, depth + 1) : [];
  return inside.length > 0 ? [`${opener}>`, ...inside, `${indent}</${tag}>`] : [`${opener} />`];
}

function formatInside(shape: SchemaShape, indent: string, depth: number): string[] {
  if (shape.kind === "object") return shape.fields.flatMap((field) => formatField(field, indent, depth));
  if (shape.kind === "list") {
    const { item } = shape;
    return formatShape("item", [...typeAttributes(item), ...factAttributes(item)], item, indent, depth);
  }
  if (shape.kind !== "union" || shape.forms.every((form) => formatInside(form, indent, depth).length === 0)) return [];
  return shape.forms.flatMap((form) =>
    formatShape("either", [...typeAttributes(form), ...factAttributes(form)], form, indent, depth),
  );
}

function typeAttributes(shape: SchemaShape): string[] {
  return [`type="${escapeAttribute(typeOf(shape))}"`];
}

function typeOf(shape: SchemaShape): string {
  const names = shape.kind === "union" ? [...new Set(shape.forms.map(typeOf))] : [nameOf(shape)];
  return [...names, ...(shape.isNullable ? ["null"] : [])].join(" or ");
}

function nameOf(shape: SchemaShape): string {
  if (shape.kind !== "choice") return shape.kind;
  return [...new Set(shape.options.map((option) => (Array.isArray(option) ? "list" : typeof option)))].join(" or ");
}

/** What there is to know beside the type. */
function factAttributes(shape: SchemaShape): string[] {
  const { schema, description } = shape;
  const facts: [string, unknown][] = [
    ["options", shape.kind === "choice" ? shape.options.map(textOf).join(" | ") : undefined],
    ["default", schema.default === undefined ? undefined : textOf(schema.default)],
    ["format", schema.format],
    ["min", schema.minimum],
    ["max", schema.maximum],
    ["above", schema.exclusiveMinimum],
    ["below", schema.exclusiveMaximum],
    ["description", description === "" ? undefined : description],
  ];
  return facts
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}="${escapeAttribute(String(value))}"`);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
