/** A key's name in any spelling (`api key` is also `X-Api-Key` and `openaiApiKey`), a pattern for keys, or a decision. */
export type RedactRule = string | RegExp | ((key: string, value: unknown) => boolean);

/** Keeps secrets out of what is shown, copied or exported. */
export interface Redactor {
  /** The value under this key is not shown. */
  hides: (key: string, value: unknown) => boolean;
  /** Text with the secrets that stand in it under a key (JSON, headers, settings, addresses, options) taken out. */
  text: (text: string) => string;
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
  const tests = rules.map(toTest);
  const hides = (key: string, value: unknown) => {
    if (value === undefined || value === null) return false;
    const known = key.length > maxKeyChars ? key.slice(-maxKeyChars) : key;
    return tests.some((test) => test(known, value));
  };
  return { hides, text: tests.length === 0 ? (text) => text : (text) => redactText(text, hides) };
}

export const defaultRedactor: Redactor = createRedactor();

type Test = (key: string, value: unknown) => boolean;

function toTest(rule: RedactRule): Test {
  if (typeof rule === "function") {
    return (key, value) => {
      try {
        return rule(key, value);
      } catch {
        return true;
      }
    };
  }
  if (typeof rule === "string") {
    const ending = wordsOf(rule);
    return ending === "" ? () => false : (key) => wordsOf(key) === ending || wordsOf(key).endsWith(` ${ending}`);
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

/** Cost: linear in the text. */
function redactText(text: string, hides: Test): string {
  let safe = "";
  let from = 0;
  places.lastIndex = 0;
  for (let match = places.exec(text); match !== null; match = places.exec(text)) {
    const begin = places.lastIndex;
    const { slashes = "", member, line, option } = match.groups ?? {};
    const key = member ?? line ?? option ?? "authorization";
    const end = member === undefined ? endOfWord(text, begin, line !== undefined) : endOfMember(text, begin, slashes);
    const value = text.slice(begin, end);
    if (end === begin || value === "null" || !hides(key, value)) continue;
    const quote = text.startsWith(`${slashes}"`, begin) ? `${slashes}"` : "";
    safe += `${text.slice(from, begin)}${quote}${redacted}${quote}`;
    from = end;
    places.lastIndex = end;
  }
  return safe + text.slice(from);
}

function endOfWord(text: string, begin: number, isLine: boolean): number {
  const stop = isLine ? /[\r\n]/g : /[\s&#"'<>]/g;
  stop.lastIndex = begin;
  return stop.exec(text)?.index ?? text.length;
}

/** The end of a member's value; an object or a list is looked into, and has none. */
function endOfMember(text: string, begin: number, slashes: string): number {
  if (!text.startsWith(`${slashes}"`, begin)) {
    const stop = /[\s,{}[\]"\\]/g;
    stop.lastIndex = begin;
    return stop.exec(text)?.index ?? text.length;
  }
  // A quote closes where it is escaped as often as the one that opened; each backslash in the text is written doubled.
  const step = 2 * (slashes.length + 1);
  for (let at = text.indexOf('"', begin + slashes.length + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let run = 0;
    while (at - run - 1 > begin + slashes.length && text.charAt(at - run - 1) === "\\") run += 1;
    if (run >= slashes.length && (run - slashes.length) % step === 0) return at + 1;
  }
  return text.length;
}
