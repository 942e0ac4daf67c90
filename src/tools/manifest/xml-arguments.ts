import { coerceText, itemSchema, memberSchema, typesOf } from "../../detect/readers/coerce.js";
import { isRecord } from "../../stream/json-value.js";
import type { JsonSchema } from "../../stream/tool.js";
import { escapeText, quoteName } from "./xml-text.js";

/** Deeper than this a list or an object is written as JSON. */
const MAX_DEPTH = 8;

const step = "    ";

/**
 * One argument in tags: text as it is, `<item>` for each item of a list, `<arg>` for each member of an object.
 *
 *     <arg name="stops">
 *         <item>Espoo</item>
 *     </arg>
 *
 * @param schema  decides, as it does when the call is read, whether `24` is a number or a text
 * @returns undefined where tags cannot say it, such as a number where the schema admits text
 */
export function formatArgument(
  key: string,
  value: unknown,
  schema: JsonSchema | undefined,
  indent: string,
): string | undefined {
  const name = quoteName(key);
  if (name === undefined || key === "__proto__") return undefined;
  return formatElement(`arg name=${name}`, "arg", value, { schema, indent, depth: 0 });
}

interface Place {
  schema: JsonSchema | undefined;
  indent: string;
  depth: number;
}

function formatElement(opener: string, tag: string, value: unknown, place: Place): string | undefined {
  const { schema, indent, depth } = place;
  const inner = depth < MAX_DEPTH ? formatNested(value, place) : undefined;
  if (inner !== undefined) return [`${indent}<${opener}>`, ...inner, `${indent}</${tag}>`].join("\n");
  const text = textOf(value);
  const isRead = text !== undefined && isSame(coerceText(text, schema).value, value);
  return isRead ? `${indent}<${opener}>${escapeText(text)}</${tag}>` : undefined;
}

/** The lines of a list or an object; undefined for all else, for an empty one, and where one of its parts has no tags. */
function formatNested(value: unknown, { schema, indent, depth }: Place): string[] | undefined {
  const types = typesOf(schema);
  if (types.has("string") || (isRecord(value) && types.has("array") && !types.has("object"))) return undefined;
  const inside = { indent: indent + step, depth: depth + 1 };
  const lines = Array.isArray(value)
    ? value.map((item) => formatElement("item", "item", item, { ...inside, schema: itemSchema(schema) }))
    : isRecord(value)
      ? Object.entries(value).map(([key, member]) => {
          const name = key === "__proto__" ? undefined : quoteName(key);
          if (name === undefined) return undefined;
          return formatElement(`arg name=${name}`, "arg", member, { ...inside, schema: memberSchema(schema, key) });
        })
      : [];
  const isWhole = lines.length > 0 && lines.every((line) => line !== undefined);
  return isWhole ? lines : undefined;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  // A whole number of many digits would be taken for an id and stay text.
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value))
    return value.toExponential();
  return JSON.stringify(value);
}

function isSame(read: unknown, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return Object.is(read, value);
  return JSON.stringify(read) === JSON.stringify(value);
}
