import type { Line, Piece, ToolLine } from "./conversation.js";
import { scripts } from "./scripts.js";
import { say } from "./transcript.js";

/**
 * The scripted assistant: what it says next, for every protocol alike. It keeps no state; where it stands it reads off
 * the conversation, as a model does.
 * @param tools  names of the tools that the browser says it has
 */
export function answer(lines: readonly Line[], tools: readonly string[]): Piece[] {
  const asked = lines.findLastIndex((line) => line.role === "user");
  const line = lines[asked];
  const question = line?.role === "user" ? line.text.trim() : "";
  const results = lines.slice(asked + 1).filter((later): later is ToolLine => later.role === "tool");
  const script = scripts.find(({ hears }) => hears.test(question));
  return script === undefined ? say(help(tools)) : script.answer({ question, results, last: results.at(-1) });
}

function help(tools: readonly string[]): string {
  const examples = scripts.map(({ example }) => `- ${example}`).join("\n");
  const names = tools.map((name) => `\`${name}\``).join(", ");
  return `I am a script, not a model, but I call tools as a model does. Ask me one of these:

${examples}

${names === "" ? "This page has told me of no tools." : `The tools on this page: ${names}.`}`;
}
