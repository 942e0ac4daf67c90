import { cutOff } from "../attempt.js";
import { END, type Reading, type Source } from "../source.js";
import type { SyntaxContext } from "../syntax.js";
import { ArgumentWriter } from "./argument-writer.js";
import { readCallBody, skipClosers } from "./call-section.js";
import type { ArgumentRules, CallGrammar } from "./parameter-grammar.js";
import { ParameterList } from "./parameter-list.js";
import { isNameCode } from "./tag-scan.js";
import { angleTags, readTag } from "./tags.js";
import { MAX_YAML_CHARS, parseYamlMapping } from "./yaml-mapping.js";

/**
 * A call in a tag that bears the tool's name, with a tag for each argument. The source stands on the tag:
 *
 *     <getWeather>
 *     <city>Oslo</city>
 *     </getWeather>
 *
 * Only a declared tool's tag counts, and only if an argument or the closer follows: on the same line one that the tool
 * declares, behind a line break any.
 * @param acceptsYaml  a YAML mapping may stand in place of the arguments' tags
 */
export function* readToolTag(
  context: SyntaxContext,
  rules: (toolName: string, key: string) => ArgumentRules,
  acceptsYaml: boolean,
): Reading<boolean> {
  const { source, tools } = context;
  const words = new Set(tools.names.map((name) => name.toLowerCase()));
  const tag = yield* readTag(source, angleTags, (kind, word) => kind === "open" && words.has(word));
  if (tag === undefined || tag.isCut || tag.attributes.size > 0 || !tools.has(tag.name)) return false;
  const grammar: CallGrammar = {
    style: angleTags,
    call: { tag: tag.word, name: "name" },
    wrappers: [],
    ownTags: "any",
    rules,
  };
  if (tag.kind !== "empty") {
    const body = yield* lookAhead(context, tag.name, grammar, acceptsYaml);
    if (body === "none") return false;
    if (body === "yaml") {
      yield* readYaml(context, tag.name);
      return true;
    }
  }
  yield* readCallBody(context, grammar, tag.name, tag);
  yield* skipClosers(source, grammar, false);
  return true;
}

function* lookAhead(
  context: SyntaxContext,
  toolName: string,
  grammar: CallGrammar,
  acceptsYaml: boolean,
): Reading<"tags" | "yaml" | "none"> {
  const { source, tools } = context;
  const place = source.rawLength;
  const isOnNextLine = (yield* source.skipSpace()).includes("\n");
  const code = yield* source.peek();
  source.returnTo(place);
  const isDeclared = tools.parameters(toolName).length > 0;
  const strict: CallGrammar = isDeclared && !isOnNextLine ? { ...grammar, ownTags: "declared" } : grammar;
  const list = new ParameterList(context, strict, toolName, new ArgumentWriter(() => undefined));
  const next = yield* list.comesNext(true);
  if (next === true || (next === "cut" && (isOnNextLine || code !== END))) return "tags";
  return acceptsYaml && isOnNextLine && (yield* beginsMapping(source)) ? "yaml" : "none";
}

/** `key:` and a blank or the line's end. Reads nothing. */
function* beginsMapping(source: Source): Reading<boolean> {
  const place = source.rawLength;
  yield* source.skipSpace();
  const key = yield* source.takeWhile(isNameCode, 64);
  const code = yield* source.peek();
  source.returnTo(place);
  return key.length > 1 && key.endsWith(":") && (code === 32 || code === 10 || code === 13);
}

/** The mapping is read as a whole, up to the first closer. */
function* readYaml(context: SyntaxContext, toolName: string): Reading<void> {
  const { source } = context;
  const call = context.start({ name: toolName });
  const word = toolName.toLowerCase();
  let text = "";
  for (;;) {
    text += yield* source.takeWhile((code) => code !== 60);
    if (!(yield* source.more())) return call.fail("incomplete", cutOff);
    const tag = yield* readTag(source, angleTags, (kind, found) => kind === "close" && found === word);
    if (tag !== undefined && (!tag.isCut || (tag.kind === "close" && tag.word !== "" && word.startsWith(tag.word)))) {
      break;
    }
    if (tag !== undefined) return call.fail("incomplete", cutOff);
    text += "<";
    source.at += 1;
  }
  const members = text.length > MAX_YAML_CHARS ? undefined : parseYamlMapping(dedent(text));
  if (members === undefined) call.fail("malformed", "The arguments are not readable as a YAML mapping.");
  else {
    const input = Object.fromEntries(members);
    call.delta(JSON.stringify(input));
    call.finish(input);
  }
}

/** Takes the first line's indent off all lines. */
function dedent(text: string): string {
  const indent = /^\s*\n([ \t]+)/.exec(text)?.[1];
  return indent === undefined ? text : text.replaceAll(`\n${indent}`, "\n");
}
