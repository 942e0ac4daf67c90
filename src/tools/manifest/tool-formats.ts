import type { ToolSyntax } from "../../detect/syntax.js";
import type { ToolFormat } from "./format.js";
import { defaultJson, geminiJson, openAiJson } from "./json-formats.js";
import { sentinelFormat } from "./sentinel-format.js";
import { editFileXml, runBashXml, writeFileXml } from "./xml-file-formats.js";
import { xmlFormat } from "./xml-format.js";

/** `api_tool_call`: the provider's own calls, nothing in the text. */
export type ToolFormatName = "xml" | "json" | "sentinel" | "api_tool_call";

export interface ToolFormatChoice {
  /** Such as `openai`; upper and lower case are one. */
  provider?: string | undefined;
  /** Overrides the provider's. */
  format?: ToolFormatName | undefined;
}

const byProvider = new Map<string, ToolFormat>([
  ["openai", openAiJson],
  ["mistral", openAiJson],
  ["deepseek", openAiJson],
  ["grok", openAiJson],
  ["xai", openAiJson],
  ["gemini", geminiJson],
  ["google", geminiJson],
  ["anthropic", xmlFormat],
]);

/** The forms that the XML format has for some tools. */
const xmlByTool = new Map<string, ToolFormat>([
  ["write_file", writeFileXml],
  ["edit_file", editFileXml],
  ["run_bash", runBashXml],
]);

/** What apps registered; it goes before everything. */
const ownByTool = new Map<string, ToolFormat>();

/**
 * Adds a format, for a provider or for one tool; it replaces the one that was there. A tool's own goes before any other.
 * @returns takes it back
 */
export function registerToolFormat(
  target: { provider: string; tool?: undefined } | { tool: string; provider?: undefined },
  format: ToolFormat,
): () => void {
  const [formats, key] =
    target.tool === undefined
      ? ([byProvider, target.provider.toLowerCase()] as const)
      : ([ownByTool, target.tool] as const);
  const before = formats.get(key);
  formats.set(key, format);
  return () => {
    if (formats.get(key) !== format) return; // replaced since
    if (before === undefined) formats.delete(key);
    else formats.set(key, before);
  };
}

/**
 * The format in which a tool is taught. In this order: the one registered for the tool; the format asked for; for
 * `write_file`, `edit_file` and `run_bash` their form in XML, unless JSON or sentinels were asked for; the provider's;
 * the default JSON.
 */
export function getToolFormat(toolName: string, choice: ToolFormatChoice = {}): ToolFormat {
  const own = ownByTool.get(toolName);
  if (own !== undefined) return own;
  const general = getGeneralFormat(choice);
  const mayBeXml = choice.format !== "json" && choice.format !== "sentinel";
  return (mayBeXml ? xmlByTool.get(toolName) : undefined) ?? general;
}

/** The format of tools that have none of their own. */
export function getGeneralFormat({ provider, format }: ToolFormatChoice): ToolFormat {
  if (format === "xml") return xmlFormat;
  if (format === "sentinel") return sentinelFormat;
  const ofProvider = byProvider.get(provider?.toLowerCase() ?? "") ?? defaultJson;
  return format === "json" && ofProvider === xmlFormat ? defaultJson : ofProvider;
}

/** What reads the calls of every tool under that choice: the general format's syntaxes first. */
export function syntaxesFor(choice: ToolFormatChoice): readonly ToolSyntax[] {
  const formats = [getGeneralFormat(choice), ...ownByTool.values()];
  return [...new Set(formats.flatMap((format) => format.syntaxes))];
}
