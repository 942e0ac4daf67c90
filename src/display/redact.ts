/** A key's name in any spelling (`api key` is also `X-Api-Key` and `openaiApiKey`), a pattern for keys, or a decision. */
export type RedactRule = string | RegExp | ((key: string, value: unknown) => boolean);

/** Keeps secrets out of what is shown, copied or exported. */
export interface Redactor {
  /** The value under this key is not shown. */
  hides: (key: string, value: unknown) => boolean;
  /** Text with the secrets that stand in it under a key (JSON, headers, settings, addresses, options) taken out. */
  text: (text: string) => string;
}

/** Each tool's own redactor. The name may come from a model. */
export type RedactorOf = (toolName: string) => Redactor;

/** The redactor of one tool, where each may have its own. */
export function redactorFor(toolName: string, redactor: Redactor | RedactorOf = defaultRedactor): Redactor {
  return typeof redactor === "function" ? redactor(toolName) : redactor;
}

/** What stands in a secret's place. */
export const redacted = "[redacted]";

export const defaultRedactRules: readonly RedactRule[] = [
  "token",
  "authorization",
  "password",
  "passwd",
  "passphrase",
  "secret",
  "secret key",
  "api key",
  "apikey",
  "access key",
  "private key",
  "cookie",
  "cookies",
  "credential",
  "credentials",
];

/** Characters of a key that rules look at. */
const maxKeyChars = 256;

/**
 * @param rules  a name hides the keys that end in its words: `token` hides `accessToken` and `GITHUB_TOKEN`, and leaves
 * `max_tokens` and `tokenCount`. A rule that throws hides
 */
export function createRedactor(rules: readonly RedactRule[] = defaultRedactRules): Redactor {
  const endings = rules.flatMap((rule) =>
    typeof rule === "string" && wordsOf(rule) !== "" ? [` ${wordsOf(rule)}`] : [],
  );
  const tests = rules.flatMap((rule) => (typeof rule === "string" ? [] : [toTest(rule)]));
  const hides = (key: string, value: unknown) => {
    if (value === undefined || value === null) return false;
    const known = key.length > maxKeyChars ? key.slice(-maxKeyChars) : key;
    const words = endings.length === 0 ? "" : ` ${wordsOf(known)}`;
    return endings.some((ending) => words.endsWith(ending)) || tests.some((test) => test(known, value));
  };
  return { hides, text: rules.length === 0 ? (text) => text : (text) => redactText(text, hides) };
}

export const defaultRedactor: Redactor = createRedactor();

type Test = (key: string, value: unknown) => boolean;

function toTest(rule: Exclude<RedactRule, string>): Test {
  if (typeof rule === "function") {
    return (key, value) => {
      try {
        return rule(key, value);
      } catch {
        return true;
      }
    };
  }
  const pattern = new RegExp(rule.source, rule.flags.replace(/[gy]/g, "")); // no place kept between two keys
  return (key) => pattern.test(key);
}

/** `X-Api-Key`, `apiKey` and `API_KEY` are `… api key`. */
function wordsOf(key: string): string {
  return key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();
}

/**
 * Where a key may stand in text, and what follows up to its value:
 *
 *     "token": "…"   \"token\":\"…\"        a member of JSON, also of JSON in a JSON text
 *     Authorization: …   export API_KEY=…    a line
 *     ?token=…&   --password=…               an address, an option
 *     Bearer …                               a header's value
 */
const places = new RegExp(
  [
    String.raw`(?<slashes>\\{0,7})"(?<member>[^"\\\n]{1,64})\k<slashes>"\s{0,8}:\s{0,8}`,
    String.raw`^[ \t]{0,16}(?:export |set )?(?<line>[\w.-]{1,64})[ \t]{0,4}[:=](?!=)[ \t]{0,4}`,
    String.raw`(?:[?&;]|(?<![\w-])--?)(?<option>[\w.-]{1,64})=`,
    String.raw`\b(?<scheme>Bearer|Basic) (?=[\w.~+/=-]{16})`,
  ].join("|"),
  "gm",
);

/** Characters of a value that a rule is asked with. */
const maxValueChars = 1024;

/** Cost: linear in the text: of a value that is not hidden no more than a piece is looked at. */
function redactText(text: string, hides: Test): string {
  let safe = "";
  let from = 0;
  places.lastIndex = 0;
  for (let match = places.exec(text); match !== null; match = places.exec(text)) {
    const begin = places.lastIndex;
    const { slashes = "", member, line, option } = match.groups ?? {};
    const key = member ?? line ?? option ?? "authorization";
    const lengthOf = (rest: string) =>
      member === undefined ? lengthOfWord(rest, line !== undefined) : lengthOfMember(rest, slashes);
    const piece = text.slice(begin, begin + maxValueChars);
    const value = piece.slice(0, lengthOf(piece));
    if (value === "" || value === "null" || !hides(key, value)) continue;
    const end = begin + (value.length < maxValueChars ? value.length : lengthOf(text.slice(begin)));
    const quote = value.startsWith(`${slashes}"`) ? `${slashes}"` : "";
    safe += `${text.slice(from, begin)}${quote}${redacted}${quote}`;
    from = end;
    places.lastIndex = end;
  }
  return safe + text.slice(from);
}

function lengthOfWord(rest: string, isLine: boolean): number {
  const end = rest.search(isLine ? /[\r\n]/ : /[\s&#"'<>]/);
  return end < 0 ? rest.length : end;
}

/** A text with its quotes, an object or a list with its brackets, or a word. */
function lengthOfMember(rest: string, slashes: string): number {
  const quote = `${slashes}"`;
  if (rest.startsWith(quote)) return lengthOfText(rest, 0, slashes);
  if (!/^[{[]/.test(rest)) {
    const end = rest.search(/[\s,}\]"\\]/);
    return end < 0 ? rest.length : end;
  }
  let depth = 0;
  for (let at = 0; at < rest.length; at += 1) {
    const sign = rest.charAt(at);
    if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    else if (rest.startsWith(quote, at)) at = lengthOfText(rest, at, slashes) - 1;
    if (depth === 0) return at + 1;
  }
  return rest.length;
}

/** Where the text that opens at `from` ends: at a quote that is escaped as often as its own; a backslash is doubled. */
function lengthOfText(rest: string, from: number, slashes: string): number {
  const begin = from + slashes.length + 1;
  const step = 2 * (slashes.length + 1);
  let run = 0;
  for (let at = begin; at < rest.length; at += 1) {
    const sign = rest.charAt(at);
    if (sign === '"' && run >= slashes.length && (run - slashes.length) % step === 0) return at + 1;
    run = sign === "\\" ? run + 1 : 0;
  }
  return rest.length;
}
