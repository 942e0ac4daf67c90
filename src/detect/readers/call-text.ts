import { decodeEntities } from "./value-text.js";

/** A call as it is shown to people: `search(q=red, green and blue, limit=5)`. */
export interface CallText {
  readonly name: string;
  readonly input: Record<string, string>;
}

/**
 * Reads a call that is written for people. An argument begins only at a comma, a blank, a word and an equals sign, so
 * that commas may stand in values; values are texts, cut by an ellipsis where they were long.
 */
export function parseCallText(text: string): CallText | undefined {
  const match = /^\s*([^\s()]+)\s*(?:\(([\s\S]*?)\)?)?\s*$/.exec(text);
  const name = match?.[1];
  if (name === undefined) return undefined;
  return { name: decodeEntities(name), input: parseArguments(match?.[2] ?? "") };
}

/** The arguments between the brackets. Text before the first key is the argument `input`. */
export function parseArguments(text: string): Record<string, string> {
  if (text.trim() === "") return {};
  const members = text.split(/, (?=[\p{L}_][\p{L}\p{N}_]*=)/u).map((argument): [string, string] => {
    const sign = /^[\p{L}_][\p{L}\p{N}_]*=/u.test(argument) ? argument.indexOf("=") : -1;
    return [sign < 0 ? "input" : argument.slice(0, sign), decodeEntities(argument.slice(sign + 1))];
  });
  return Object.fromEntries(members.filter(([key]) => key !== "__proto__"));
}
