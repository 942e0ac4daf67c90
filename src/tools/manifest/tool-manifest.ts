import type { ToolDeclaration } from "../../stream/tool.js";
import type { Tools } from "../definition.js";
import { createToolRegistry } from "../registry.js";
import { exampleInputs } from "./example-input.js";
import type { ToolFormat } from "./format.js";
import { getToolFormat, type ToolFormatChoice } from "./tool-formats.js";

const heading = "## Accessible Tools";

/**
 * What a model must be told to call the tools in its text: first how a call is written, then each tool with its
 * definition, as code, and examples, as they are to be written. Empty without tools, and where the format is
 * `api_tool_call`: then the provider is told of them.
 * @param tools  as a chat store takes them, or declarations
 * @throws Error where a tool's schema cannot say itself in JSON Schema
 */
export function formatToolManifest(tools: Tools, choice: ToolFormatChoice = {}): string {
  if (choice.format === "api_tool_call") return "";
  const groups = new Map<string, FormattedTool[]>();
  for (const tool of createToolRegistry(tools).declarations()) {
    const format = getToolFormat(tool.name, choice);
    groups.set(format.guidance, [...(groups.get(format.guidance) ?? []), { tool, format }]);
  }
  const isMixed = groups.size > 1;
  return [...groups].map(([guidance, members]) => formatGroup(guidance, members, isMixed)).join("\n\n");
}

interface FormattedTool {
  tool: ToolDeclaration;
  format: ToolFormat;
}

/** Tools that are called in one way; where there are several ways it says which tools are meant. */
function formatGroup(guidance: string, members: readonly FormattedTool[], isMixed: boolean): string {
  const names = members.map(({ tool }) => `\`${tool.name}\``).join(", ");
  return [
    ...(isMixed ? [`This is for the tool${members.length > 1 ? "s" : ""} ${names}.`] : []),
    ...(guidance === "" ? [] : [guidance]),
    ...members.map(({ tool, format }) => formatTool(tool, format)),
  ].join("\n\n");
}

function formatTool(tool: ToolDeclaration, format: ToolFormat): string {
  const examples = exampleInputs(tool).map(
    ({ title, input }) => `Example${title === "" ? "" : ` (${title})`}:\n\n${format.formatExample(tool, input)}`,
  );
  return [`### ${tool.name}`, format.formatSchema(tool), ...examples].join("\n\n");
}

/**
 * The system prompt with the tools under "Accessible Tools" at its end; without tools the prompt as it is. It needs no
 * placeholder. A prompt that has the section already gets it anew in its place, so doing it twice changes nothing.
 */
export function injectToolManifest(systemPrompt: string, tools: Tools, choice: ToolFormatChoice = {}): string {
  const manifest = formatToolManifest(tools, choice);
  const section = manifest === "" ? "" : `${heading}\n\n${manifest}`;
  if (section === "" ? !systemPrompt.includes(heading) : stands(systemPrompt, section)) return systemPrompt;
  const { before, after } = cutSection(systemPrompt);
  return [before.trimEnd(), section, after.trimStart()].filter((part) => part !== "").join("\n\n");
}

/** Whether the prompt has this very section, with no further tools behind it. */
function stands(prompt: string, section: string): boolean {
  const start = prompt.indexOf(section);
  return start >= 0 && !/^\n\n(?:### |This is for the tools? `)/.test(prompt.slice(start + section.length));
}

/** What stands around the section; it ends before the next heading of its rank that is no code. */
function cutSection(prompt: string): { before: string; after: string } {
  const lines = prompt.split("\n");
  const isHeading = headingsOf(lines);
  const start = lines.findIndex((line, index) => isHeading[index] && line.trimEnd() === heading);
  if (start < 0) return { before: prompt, after: "" };
  const end = lines.findIndex((_, index) => index > start && isHeading[index]);
  return {
    before: lines.slice(0, start).join("\n"),
    after: end < 0 ? "" : lines.slice(end).join("\n"),
  };
}

function headingsOf(lines: readonly string[]): boolean[] {
  let isCode = false;
  return lines.map((line) => {
    if (/^ {0,3}(```|~~~)/.test(line)) isCode = !isCode;
    return !isCode && /^##?\s/.test(line);
  });
}
