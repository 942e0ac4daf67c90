import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMessage } from "../../src/chat/message.js";
import { formatArguments } from "../../src/display/format-arguments.js";
import { formatMessage } from "../../src/display/format-message.js";
import { formatValue } from "../../src/display/format-value.js";
import { createRedactor, defaultRedactor, defaultRedactRules } from "../../src/display/redact.js";
import { redactValue } from "../../src/display/redact-value.js";
import { toPlainText } from "../../src/display/terminal-text.js";

describe("which keys are hidden", () => {
  test.each([
    ...["token", "accessToken", "GITHUB_TOKEN", "x-auth-token", "authorization", "Proxy-Authorization", "password"],
    ...["db_password", "PASSWORD", "secret", "client_secret", "api_key", "apiKey", "apikey", "X-Api-Key", "APIKey"],
    ...["cookie", "Set-Cookie", "private_key", "credentials"],
  ])("%s", (key) => {
    expect(defaultRedactor.hides(key, "x")).toBe(true);
  });

  test.each([
    "max_tokens",
    "tokenCount",
    "tokenizer",
    "passwordPolicy",
    "secretary",
    "key",
    "monkey",
    "cookieBanner",
    "",
  ])("%s is not", (key) => {
    expect(defaultRedactor.hides(key, "x")).toBe(false);
  });

  test("what is not there is not hidden", () => {
    expect(defaultRedactor.hides("token", null)).toBe(false);
    expect(defaultRedactor.hides("token", undefined)).toBe(false);
  });

  test("own rules: a name, a pattern, a decision", () => {
    const { hides } = createRedactor(["iban", /^x-/gi, (key, value) => key === "pin" && value !== 0]);
    expect(["customerIban", "X-A", "x-b", "pin"].map((key) => hides(key, 1))).toEqual([true, true, true, true]);
    expect([hides("pin", 0), hides("token", 1), hides("bank", 1)]).toEqual([false, false, false]);
  });

  test("a rule that throws hides", () => {
    const redactor = createRedactor([
      () => {
        throw new Error("no");
      },
    ]);
    expect(formatValue({ a: "s3cret" }, { indent: 0, redactor }).text).toBe('{"a": "[redacted]"}');
  });

  test("no rules, no redaction", () => {
    const redactor = createRedactor([]);
    expect(formatValue({ token: "x" }, { indent: 0, redactor }).text).toBe('{"token": "x"}');
    expect(redactor.text("token: x")).toBe("token: x");
  });
});

describe("secrets in text", () => {
  test.each([
    ['{"token":"abc","a":1}', '{"token":"[redacted]","a":1}'],
    ['{"a":{"token": 12}}', '{"a":{"token": [redacted]}}'],
    ['{"password":"a\\"b","c":"d"}', '{"password":"[redacted]","c":"d"}'],
    ['{"password":"a\\\\","c":"d"}', '{"password":"[redacted]","c":"d"}'],
    ['{"text":"{\\"token\\":\\"abc\\",\\"b\\":1}"}', '{"text":"{\\"token\\":\\"[redacted]\\",\\"b\\":1}"}'],
    ['{"token":"cut off in the mid', '{"token":"[redacted]"'],
    ['{"token":null}', '{"token":null}'],
    ["Authorization: Bearer abc\nHost: a", "Authorization: [redacted]\nHost: a"],
    [
      "API_KEY=abc\nexport DB_PASSWORD='x y'\nPATH=/bin",
      "API_KEY=[redacted]\nexport DB_PASSWORD=[redacted]\nPATH=/bin",
    ],
    ["https://a.example/?token=abc&b=1", "https://a.example/?token=[redacted]&b=1"],
    ["mysql --password=abc -u me", "mysql --password=[redacted] -u me"],
    ["curl -H 'X: Bearer abcdefghijklmnop' a", "curl -H 'X: Bearer [redacted]' a"],
  ])("%s", (text, shown) => {
    expect(defaultRedactor.text(text)).toBe(shown);
  });

  test.each(["The token is short.", "Use a password manager.", "max_tokens: 5", "a == b", '{"a":[1,2]}', "token", ""])(
    "%j stays as it is",
    (text) => {
      expect(defaultRedactor.text(text)).toBe(text);
    },
  );

  test("a long text takes time in proportion", () => {
    for (const piece of ['"a', '\\"', '"a":', "token", "token=", "-", "?a=", "\n ", "Bearer "]) {
      const begin = performance.now();
      defaultRedactor.text(piece.repeat(100_000));
      expect(performance.now() - begin).toBeLessThan(1500);
    }
  });
});

/** The secret below some keys, one of which hides it; its text is found nowhere else. */
const secret = "s3cr3t-v4lue";
const hidden = fc.constantFrom("token", "Authorization", "user_password", "apiKey");
const holder = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    hidden.map((key) => ({ [key]: secret, plain: "seen" })),
    fc.tuple(hidden, fc.jsonValue()).map(([key, value]) => ({ [key]: { inner: secret, value } })),
    fc.array(tie("value"), { minLength: 1, maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b"), tie("value"), { minKeys: 1 }),
    tie("value").map((value) => new Map([["m", value]])),
    tie("value").map((value) => ({ json: JSON.stringify(value) })),
  ),
}));

describe("no way of showing leaks a secret", () => {
  test("values, arguments, messages and copies", () => {
    fc.assert(
      fc.property(holder.value, (value) => {
        const part = { type: "dynamic-tool", toolName: "a", toolCallId: "1", input: { value } } as const;
        const message = createMessage({
          id: "m",
          role: "assistant",
          parts: [{ ...part, state: "output-available", output: value }],
        });
        const shown = [
          formatValue(value).text,
          formatValue(JSON.stringify(value)).text,
          formatArguments({ value }, 10_000).text,
          formatMessage(message),
          JSON.stringify(redactValue(value)),
          JSON.stringify(redactValue(message)),
        ];
        for (const text of shown) expect(text).not.toContain(secret);
      }),
    );
  });

  test("a copy keeps everything else", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(redactValue(value, createRedactor(["no such key"]))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    const circle: Record<string, unknown> = { token: "x", when: new Date(0) };
    circle.self = circle;
    const copy = redactValue(circle) as typeof circle;
    expect(copy.self).toBe(copy);
    expect(copy).toMatchObject({ token: "[redacted]", when: new Date(0) });
    expect(circle.token).toBe("x");
  });

  test("own rules go beside the default ones", () => {
    const redactor = createRedactor([...defaultRedactRules, "iban"]);
    expect(formatArguments({ iban: "DE1", token: "t", a: 1 }, 200, redactor).text).toBe(
      'iban="[redacted]", token="[redacted]", a=1',
    );
  });
});

describe("what a program wrote to its terminal", () => {
  test.each([
    ["colours", "\u001b[1;31mred\u001b[0m and \u001b[38;2;1;2;3mmore\u001b[m", "red and more"],
    ["cursor moves and clearing", "\u001b[2J\u001b[Hhome\u001b[K", "home"],
    ["a title", "\u001b]0;my title\u0007text", "text"],
    ["a link", "\u001b]8;;https://a.example\u001b\\here\u001b]8;;\u001b\\", "here"],
    ["a progress line", "10%\r50%\r100%\ndone", "100%\ndone"],
    ["one that ends on a return", "10%\r100%\r", "100%"],
    ["Windows line breaks", "a\r\nb\r\r\nc", "a\nb\nc"],
    ["a code that is cut off", "a\u001b[3", "a\u001b[3"],
    ["no code at all", "a [1m] b", "a [1m] b"],
  ])("%s", (_what, text, plain) => {
    expect(toPlainText(text)).toBe(plain);
  });

  test("is plain in results, also within values, and spelled out in arguments, on which a person decides", () => {
    expect(formatValue("\u001b[31mred\u001b[0m").text).toBe("red");
    expect(formatValue({ out: "\u001b[31mred\u001b[0m" }, { indent: 0 }).text).toBe('{"out": "red"}');
    expect(formatArguments({ run: "a\r\u001b[2Kb" }, 200).text).toBe('run="a\\r\\u001b[2Kb"');
  });
});
