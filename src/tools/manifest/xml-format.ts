import { xml } from "../../detect/syntaxes/xml.js";
import { readFields } from "../../stream/schema-shape.js";
import type { ToolDeclaration } from "../../stream/tool.js";
import { asCode, type ToolFormat } from "./format.js";
import { formatArgument } from "./xml-arguments.js";
import { formatXmlSchema, hasOwnArguments } from "./xml-schema.js";
import { quoteName } from "./xml-text.js";

const step = "    ";

type Input = Readonly<Record<string, unknown>>;

export const xmlGuidance = [
  "To call a tool, write an XML block exactly as in the tool's examples: plain, not in a code block, every tag closed and nested as shown. Write `<`, `>` and `&` in a value as `&lt;`, `&gt;` and `&amp;`. Leave out an optional argument that you do not need.",
  "Each item of a list goes in an `<item>` tag of its own; never write a list as comma-separated text or as `[...]` in one tag:",
  asCode(
    "xml",
    ['<arg name="stops">', `${step}<item>first stop</item>`, `${step}<item>second stop</item>`, "</arg>"].join("\n"),
  ),
  "Each member of an object goes in an `<arg>` tag of its own, within the tag of the object.",
].join("\n\n");

/**
 * Calls in tags, for Anthropic's models and whoever asks for it:
 *
 *     <tool name="getWeather">
 *         <arguments>
 *             <arg name="city">Oslo</arg>
 *         </arguments>
 *     </tool>
 *
 * Arguments that tags cannot say (`null` where text is admitted, a key with a line break) stand in one JSON object.
 */
export const xmlFormat: ToolFormat = {
  name: "xml",
  syntaxes: [xml],
  guidance: xmlGuidance,
  formatSchema: (tool) => asCode("xml", formatXmlSchema(tool)),
  formatExample: formatXmlCall,
};

export function formatXmlCall(tool: ToolDeclaration, input: Input): string {
  const schemas = new Map(readFields(tool.parameters).map(({ name, shape }) => [name, shape.schema]));
  const hasOwn = hasOwnArguments(tool);
  const indent = hasOwn ? step : step + step;
  const lines = Object.entries(input).map(([key, value]) => formatArgument(key, value, schemas.get(key), indent));
  const opener = `<tool name=${quoteName(tool.name) ?? '""'}>`;
  if (lines.length === 0) return `${opener}\n${step}<!-- no arguments -->\n</tool>`;
  if (lines.some((line) => line === undefined)) return `${opener}${formatJsonBody(tool, input)}</tool>`;
  const inner = hasOwn ? lines : [`${step}<arguments>`, ...lines, `${step}</arguments>`];
  return [opener, ...inner, "</tool>"].join("\n");
}

/** Within a wrapper, so that no argument is taken for one; unless the tool has an argument of the wrapper's name. */
export function formatJsonBody(tool: ToolDeclaration, input: Input): string {
  return JSON.stringify(hasOwnArguments(tool) ? input : { arguments: input });
}
