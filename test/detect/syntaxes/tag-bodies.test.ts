import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detectToolCalls } from "../../../src/detect/detect-tool-calls.js";
import { createToolDetector } from "../../../src/detect/tool-detector.js";
import { createPartialJson } from "../../../src/stream/partial-json.js";
import { detectAtEveryCut, read } from "./at-every-cut.js";

const joint = "]<]minimax[>[";

/** A family's way to write arguments in tags; `body` is what stands between the call's opening and its closers. */
interface Family {
  readonly name: string;
  readonly open: string;
  readonly argument: (key: string, value: string) => string;
  /** What ends the call; the rest are closers around it. */
  readonly close: string;
  readonly wrapperClose: string;
  /** What begins an argument's closer. */
  readonly closer: string;
  readonly tools?: Record<string, unknown>;
}

const families: readonly Family[] = [
  {
    name: "qwen3-coder",
    open: "<tool_call>\n<function=f>\n",
    argument: (key, value) => `<parameter=${key}>\n${value}\n</parameter>\n`,
    close: "</function>",
    wrapperClose: "\n</tool_call>",
    closer: "</parameter>",
  },
  {
    name: "anthropic",
    open: '<function_calls>\n<invoke name="f">\n',
    argument: (key, value) => `<parameter name="${key}">${value}</parameter>\n`,
    close: "</invoke>",
    wrapperClose: "\n</function_calls>",
    closer: "</parameter>",
  },
  {
    name: "anthropic with its prefix",
    open: '<antml:function_calls>\n<antml:invoke name="f">\n',
    argument: (key, value) => `<antml:parameter name="${key}">${value}</antml:parameter>\n`,
    close: "</antml:invoke>",
    wrapperClose: "\n</antml:function_calls>",
    closer: "</antml:parameter>",
  },
  {
    name: "minimax",
    open: '<minimax:tool_call>\n<invoke name="f">\n',
    argument: (key, value) => `<parameter name="${key}">${value}</parameter>\n`,
    close: "</invoke>",
    wrapperClose: "\n</minimax:tool_call>",
    closer: "</parameter>",
  },
  {
    name: "minimax M3",
    open: `${joint}<tool_call>\n${joint}<invoke name="f">\n`,
    argument: (key, value) => `${joint}<${key}>${value}${joint}</${key}>\n`,
    close: `${joint}</invoke>`,
    wrapperClose: `\n${joint}</tool_call>`,
    closer: `${joint}</a>`,
  },
  {
    name: "dsml",
    open: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="f">\n',
    argument: (key, value) => `<｜DSML｜parameter name="${key}" string="true">${value}</｜DSML｜parameter>\n`,
    close: "</｜DSML｜invoke>",
    wrapperClose: "\n</｜DSML｜function_calls>",
    closer: "</｜DSML｜parameter>",
  },
  {
    name: "glm",
    open: "<tool_call>f\n",
    argument: (key, value) => `<arg_key>${key}</arg_key>\n<arg_value>${value}</arg_value>\n`,
    close: "</tool_call>",
    wrapperClose: "",
    closer: "</arg_value>",
  },
  {
    name: "kimi-k3",
    open: '<|open|>tools<|sep|><|open|>call tool="f" index="1"<|sep|>',
    argument: (key, value) => `<|open|>argument key="${key}" type="string"<|sep|>${value}<|close|>argument<|sep|>`,
    close: "<|close|>call<|sep|>",
    wrapperClose: "<|close|>tools<|sep|>",
    closer: "<|close|>argument<|sep|>",
  },
  {
    name: "xml, a file's text",
    open: '<tool name="write_file">\n<arguments>\n',
    argument: (key, value) => `<arg name="${key === "a" ? "content" : key}">${value}</arg>\n`,
    close: "</arguments>\n</tool>",
    wrapperClose: "",
    closer: "</arg>",
  },
  {
    name: "toolname-xml",
    open: "<f>",
    argument: (key, value) => `<${key}>${value}</${key}>`,
    close: "</f>",
    wrapperClose: "",
    closer: "</a>",
    tools: { f: { a: "string", b: "string" } },
  },
];

const optionsOf = ({ tools }: Family) => (tools === undefined ? {} : { tools });
const nameOf = ({ open }: Family) => (open.includes("write_file") ? "write_file" : "f");
const keyOf = ({ open }: Family) => (open.includes("write_file") ? "content" : "a");

describe.each(families.map((family) => [family.name, family] as const))("a call in the tags of %s", (_name, family) => {
  const { open, argument, close, wrapperClose, closer } = family;
  const options = optionsOf(family);
  const [name, key] = [nameOf(family), keyOf(family)];
  const write = (value: string) => open + argument("a", value) + close + wrapperClose;

  it("is read between texts, and twice", () => {
    const call = write("1");
    expect(read(`Before. ${call} After.`, options)).toEqual({
      text: "Before.  After.",
      calls: [[name, { [key]: "1" }]],
    });
    const twice = read(`${call}\n${call}`, options);
    expect(twice.calls).toEqual([
      [name, { [key]: "1" }],
      [name, { [key]: "1" }],
    ]);
    expect(twice.text.trim()).toBe("");
  });

  it("needs no argument, and keeps an empty one", () => {
    expect(read(open + close + wrapperClose, options)).toEqual({ text: "", calls: [[name, {}]] });
    expect(read(write(""), options)).toEqual({ text: "", calls: [[name, { [key]: "" }]] });
  });

  it("is whole as soon as its closer has begun, and incomplete before", () => {
    const body = open + argument("a", "1");
    const least = close.startsWith("</arguments>") ? close.indexOf("</tool>") + 3 : close.search(/[a-z]/) + 1;
    if (close.startsWith("<")) {
      expect(read(body + close.slice(0, least), options)).toEqual({ text: "", calls: [[name, { [key]: "1" }]] });
    }
    expect(read(body, options)).toEqual({ text: "", calls: [[name, "incomplete"]] });
  });

  it("is incomplete, and shows nothing of itself, wherever the end cuts its argument", () => {
    const whole = open + argument("a", "value");
    const from = whole.indexOf("value") + 1;
    const to = whole.lastIndexOf(closer.at(-1) ?? "");
    for (let end = from; end < to; end += 1) {
      const { text, calls } = detectToolCalls(`Before. ${whole.slice(0, end)}`, options);
      expect([text, calls.map((call) => [call.name, call.reason])]).toEqual(["Before. ", [[name, "incomplete"]]]);
    }
  });

  it("keeps a closer that is a part of the value", () => {
    const value = `Close it with ${closer} please, ${closer}${closer} or </b>`;
    expect(read(write(value), options).calls).toEqual([[name, { [key]: value }]]);
  });

  it("keeps entities, angles, quotes and backslashes as they are", () => {
    const value = `<p class="x">1 < 2 && 'a' \\ "b"</p>\n<!-- c -->\r\n{"d": [1]} 👩‍👧`;
    expect(read(write(value), options).calls).toEqual([[name, { [key]: value }]]);
    if (family.name !== "toolname-xml") {
      expect(read(write("AT&amp;T"), options).calls).toEqual([[name, { [key]: "AT&amp;T" }]]);
    }
  });

  it("is text inside code", () => {
    const fenced = `Look:\n~~~~\n${write("1")}\n~~~~\n`;
    expect(read(fenced, options)).toEqual({ text: fenced, calls: [] });
    const spanned = `Write \`${open.replaceAll("\n", " ")}\` first.`;
    expect(read(spanned, options)).toEqual({ text: spanned, calls: [] });
  });

  it("starts with its name, and shows its argument while it grows", () => {
    const detector = createToolDetector(options);
    const begun = detector.push(open + argument("a", "Tea").split("Tea")[0]);
    expect(begun.filter((event) => event.type === "tool-input-start")).toMatchObject([{ toolName: name }]);
    const shown: unknown[] = [];
    const growing = createPartialJson();
    for (const delta of ["Te", 'a "', "is\n", "\nhot"]) {
      for (const event of detector.push(delta)) {
        if (event.type === "tool-input-delta") growing.push(event.inputTextDelta);
      }
      shown.push(growing.value);
    }
    const values = shown.map((each) => (each as Record<string, string> | undefined)?.[key] ?? "");
    expect(values[1]).toContain("Te");
    for (const value of values) expect('Tea "is\n\nhot'.startsWith(value)).toBe(true);
    expect(values.at(-1)).toBe('Tea "is\n\nhot');
  });

  it("drops __proto__, and keeps constructor as a key like any other", () => {
    if (family.name === "toolname-xml") return;
    const { calls } = detectAtEveryCut(
      open + argument("__proto__", "1") + argument("constructor", "2") + close,
      options,
    );
    expect(Object.entries(calls[0]?.args ?? {})).toEqual([["constructor", "2"]]);
    expect(Object.getPrototypeOf(calls[0]?.args)).toBe(Object.prototype);
  });

  it("gives back any value, and streams what it gives, however the text is cut", () => {
    const fragments = fc.constantFrom(
      ...families.map((each) => each.closer),
      ...[
        "<",
        "</",
        ">",
        "<i>",
        "</i>",
        "&lt;",
        "&",
        '"',
        "\\",
        "\n",
        "\r\n",
        " ",
        "x",
        "]]>",
        "👧",
        "\ud83d",
        "{",
        "`",
      ],
    );
    const value = fc.array(fragments, { maxLength: 12 }).map((parts) => `x${parts.join("")}x`);
    const cutting = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(value, value, cutting, (first, second, lengths) => {
        const text = open + argument("a", first) + argument("b", second) + close + wrapperClose;
        const detector = createToolDetector(options);
        const streamed = createPartialJson();
        const events = [];
        for (let at = 0, next = 0; at < text.length; next += 1) {
          const length = lengths[next % lengths.length] ?? 1;
          events.push(...detector.push(text.slice(at, at + length)));
          at += length;
        }
        events.push(...detector.end());
        for (const event of events) if (event.type === "tool-input-delta") streamed.push(event.inputTextDelta);
        const decode = (each: string) => (family.name === "toolname-xml" ? each.replaceAll("&lt;", "<") : each);
        const decodeOther = (each: string) => (key === "content" ? each.replaceAll("&lt;", "<") : decode(each));
        const input = { [key]: decode(first), b: decodeOther(second) };
        expect(events.find((event) => event.type === "tool-input-available")).toMatchObject({ input });
        expect(streamed.value).toEqual(input);
        expect(events.some((event) => event.type === "text-delta")).toBe(false);
      }),
      { numRuns: 150 },
    );
  });
});

describe("arguments in tags", () => {
  const call = (body: string) => `<function_calls><invoke name="f">${body}</invoke></function_calls>`;
  const parameter = (key: string, value: string) => `<parameter name="${key}">${value}</parameter>`;
  const argsOf = (body: string, types: Record<string, unknown> = {}) =>
    read(call(body), { tools: { f: types } }).calls.map(([, args]) => args)[0];

  it("are read by the types that the tool declares, and stay texts where they do not fit", () => {
    const body = ["5", "five", "2.5", "1e3"].map((value, index) => parameter(`k${index}`, value)).join("");
    expect(argsOf(body, { k0: "integer", k1: "integer", k2: "integer", k3: "number" })).toEqual({
      k0: 5,
      k1: "five",
      k2: "2.5",
      k3: 1000,
    });
    expect(argsOf(parameter("k", " True "), { k: "boolean" })).toEqual({ k: true });
    expect(argsOf(parameter("k", "null"), { k: { type: ["string", "null"] } })).toEqual({ k: null });
    expect(argsOf(parameter("k", "12"), { k: { anyOf: [{ type: "integer" }, { type: "null" }] } })).toEqual({ k: 12 });
    expect(argsOf(parameter("k", "007"), { k: "string" })).toEqual({ k: "007" });
    expect(argsOf(parameter("k", "007"))).toEqual({ k: "007" });
  });

  it("keep a whole number that JavaScript cannot hold as the text that it is", () => {
    expect(argsOf(parameter("k", "12345678901234567890"), { k: "integer" })).toEqual({ k: "12345678901234567890" });
  });

  it("say when an object or a list had to be repaired", () => {
    const { calls } = detectAtEveryCut(call(parameter("o", "{'a': True,}")), { tools: { f: { o: "object" } } });
    expect(calls).toMatchObject([{ args: { o: { a: true } }, repaired: true }]);
  });

  it("make a list of a key that comes again, its items read by the list's own type", () => {
    const body = parameter("k", "1") + parameter("k", "2") + parameter("k", "three");
    expect(argsOf(body)).toEqual({ k: ["1", "2", "three"] });
    expect(argsOf(body, { k: { type: "array", items: { type: "integer" } } })).toEqual({ k: [1, 2, "three"] });
  });

  it("lose the CDATA around them, and nothing else", () => {
    expect(argsOf(parameter("k", "<![CDATA[ <b>&amp;</b> ]]>"))).toEqual({ k: " <b>&amp;</b> " });
    expect(argsOf(parameter("k", "<![CDATA[a[b[0]]>1]]>"))).toEqual({ k: "a[b[0]]>1" });
    expect(argsOf(parameter("k", "<![CDATA[x]]]]><![CDATA[>y]]>"))).toEqual({ k: "x]]>y" });
    expect(argsOf(parameter("k", "<r><![CDATA[x]]></r>"))).toEqual({ k: "<r><![CDATA[x]]></r>" });
  });

  it("may stand in one JSON object", () => {
    expect(argsOf('{"a": [1, "x"], "b": null}')).toEqual({ a: [1, "x"], b: null });
    expect(argsOf('{"arguments": {"a": 1}}')).toEqual({ a: 1 });
    expect(argsOf('{"arguments": {"a": 1}}', { arguments: "object" })).toEqual({ arguments: { a: 1 } });
    expect(read(call("{a b}")).calls).toEqual([["f", "malformed"]]);
  });

  it("end without a closer before the next one, and before the end of the call", () => {
    expect(argsOf('<parameter name="a">1<parameter name="b">2')).toEqual({ a: "1", b: "2" });
  });

  it("need a name", () => {
    expect(read(call("<parameter>1</parameter>"))).toEqual({ text: "", calls: [["f", "malformed"]] });
    expect(read("<function_calls><invoke>x</invoke></function_calls>.")).toEqual({
      text: ".",
      calls: [["unknown", "malformed"]],
    });
  });

  it("that are only prose are malformed", () => {
    expect(read(call("just words"))).toEqual({ text: "", calls: [["f", "malformed"]] });
  });

  it("are read up to a size, and a tag up to one", () => {
    const long = detectToolCalls(call(parameter("k", "x".repeat(1_100_000))));
    expect(long.calls).toMatchObject([{ reason: "malformed" }]);
    const tag = `<invoke name="f" ${"a".repeat(100)}="${"x".repeat(5000)}"></invoke>`;
    expect(detectToolCalls(tag)).toMatchObject({ text: tag, calls: [] });
    const many = Array.from({ length: 40 }, (_, index) => `a${index}="1"`).join(" ");
    expect(detectToolCalls(`<invoke name="f" ${many}></invoke>`).calls).toEqual([]);
  });
});

describe("text that only looks like a call in tags", () => {
  it.each([
    'Say <invoke name="f"> to call, or <function_calls> around it.',
    "The <function=NAME> line, the <tool_call> and </tool_call> tags, <tool_calls> too.",
    'A <tool> is handy, <tool kind="saw"> too, and <tool name="saw"> is sharp.',
    '<toolbar name="main">x</toolbar> <write_file>x</write_file> <tools>',
    "The <run_bash> tag runs.\nAnd <run_bash>, too.",
    "a ]<]minimax[ b ]<]minimax[>[ c",
    "cout <<< x; Map<<<K>>> and <<<[TOOL_REQUEST]>>> is how",
    "<|open|>other<|sep|> x <|open|>",
    "The <｜DSML｜function_calls> tag",
    "x </invoke> y </function_calls> z </tool_call>",
    "<invoke name=",
    "<function=f",
    '<write_file path="a',
    '<tool name="sa',
    "<|open|>too",
    "<<<[TOOL_REQ",
  ])("stays: %s", (text) => {
    expect(read(text)).toEqual({ text, calls: [] });
  });

  it("is held back no longer than it takes to tell", () => {
    const detector = createToolDetector();
    let shown = "";
    const text = `Use <tool_call> or <function_calls> ${"and so on ".repeat(40)}`;
    for (const character of text) {
      for (const event of detector.push(character)) if (event.type === "text-delta") shown += event.delta;
    }
    expect(text.startsWith(shown)).toBe(true);
    expect(text.length - shown.length).toBeLessThan(200);
  });
});
