import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detectToolCalls } from "../../../src/detect/detect-tool-calls.js";
import { syntaxes } from "../../../src/detect/syntaxes/index.js";
import { detectAtEveryCut, read } from "./at-every-cut.js";

const joint = "]<]minimax[>[";
const callsOf = (text: string, tools: Record<string, unknown> = {}) => read(text, { tools }).calls;

describe("qwen3-coder", () => {
  it("reads several functions in one wrapper, and prose around them as noise", () => {
    const text = "<tool_call>Let me see. <function=a>\n</function>\n<function=b></function> done </tool_call> Yes.";
    expect(read(text)).toEqual({
      text: " Yes.",
      calls: [
        ["a", {}],
        ["b", {}],
      ],
    });
  });

  it("keeps the text behind a wrapper that does not close", () => {
    const text = "<tool_call>\n<function=a>\n</function>\nNow some words. ";
    expect(read(text + "And more. ".repeat(30)).text.trim()).toBe(`Now some words. ${"And more. ".repeat(30)}`.trim());
  });

  it("takes one line break off each side of a value, and no more", () => {
    const value = (text: string) => callsOf(`<function=f><parameter=a>${text}</parameter></function>`)[0]?.[1];
    expect(value("\r\n x \r\n")).toEqual({ a: " x " });
    expect(value("\n\n\n\n")).toEqual({ a: "\n\n" });
    expect(value("\n")).toEqual({ a: "" });
  });

  it("reads a self-closing function, and one whose closer is missing", () => {
    expect(callsOf("<tool_call><function=f/></tool_call>")).toEqual([["f", {}]]);
    expect(callsOf("<tool_call><function=f><parameter=a>1</parameter></tool_call>")).toEqual([["f", { a: "1" }]]);
    expect(callsOf("<tool_call><function=f><parameter=a>1</function></tool_call>")).toEqual([["f", { a: "1" }]]);
  });

  it("reads names in quotes, and beside other attributes", () => {
    const call = (parameter: string) => `<function="f"><parameter=${parameter}>1</parameter></function>`;
    for (const parameter of ['"a"', ' a type="string"', "a "])
      expect(callsOf(call(parameter))).toEqual([["f", { a: "1" }]]);
  });

  it("needs a name", () => {
    expect(read("<tool_call><function=></function></tool_call>.")).toEqual({
      text: ".",
      calls: [["unknown", "malformed"]],
    });
  });

  it("reads tags that bear the names of declared arguments, and takes no others for arguments", () => {
    const text = "<tool_call><function=f><b>x</b><path>\na\n</path></function></tool_call>";
    expect(callsOf(text, { f: { path: "string" } })).toEqual([["f", { path: "a" }]]);
  });
});

describe("minimax", () => {
  it("reads lists and objects of M3, as deep as they are written, by their types", () => {
    const tag = (name: string, body: string) => `${joint}<${name}>${body}${joint}</${name}>`;
    const body = tag("o", tag("n", "1") + tag("l", tag("item", "2") + tag("item", tag("x", "<b>y</b>"))));
    const text = `${joint}<tool_call>${joint}<invoke name="f">${body}${joint}</invoke>${joint}</tool_call>`;
    expect(callsOf(text)).toEqual([["f", { o: { n: "1", l: ["2", { x: "<b>y</b>" }] } }]]);
    const schema = { type: "object", properties: { n: { type: "integer" }, l: { type: "array" } } };
    expect(callsOf(text, { f: { o: schema } })).toEqual([["f", { o: { n: 1, l: ["2", { x: "<b>y</b>" }] } }]]);
  });

  it("refuses what is nested deeper than sixteen", () => {
    const nest = (depth: number): string => (depth === 0 ? "x" : `${joint}<a>${nest(depth - 1)}${joint}</a>`);
    const text = (depth: number) => `${joint}<tool_call>${joint}<invoke name="f">${nest(depth)}${joint}</invoke>`;
    expect(detectToolCalls(text(16)).calls[0]?.status).toBe("pending");
    expect(detectToolCalls(text(40)).calls[0]?.reason).toBe("malformed");
  });

  it("reads M3 without its joint, and the objects of M1", () => {
    expect(callsOf('<tool_call>\n<invoke name="f">\n<town>Lyon</town>\n</invoke>\n</tool_call>')).toEqual([
      ["f", { town: "Lyon" }],
    ]);
    const lines = '<tool_calls>\n{"name":"a","arguments":{"x":1}}\n{"name":"b","argu';
    expect(callsOf(lines)).toEqual([
      ["a", { x: 1 }],
      ["b", "incomplete"],
    ]);
  });
});

describe("dsml", () => {
  it.each(["｜", "|", "‖", "｜｜", "||"])("accepts the bar %s", (bar) => {
    const mark = `${bar}DSML${bar}`;
    const text =
      `<${mark}tool_calls><${mark}invoke name="f"><${mark}parameter name="a" string="false">[1]</${mark}parameter>` +
      `<${mark}parameter name="b" string="true">1</${mark}parameter></${mark}invoke></${mark}tool_calls>.`;
    expect(read(text)).toEqual({ text: ".", calls: [["f", { a: [1], b: "1" }]] });
  });

  it("goes by the flag, not by the schema, and by the schema where no flag stands", () => {
    const parameter = (flag: string) => `<｜DSML｜parameter name="a"${flag}>5</｜DSML｜parameter>`;
    const call = (flag: string) => `<｜DSML｜invoke name="f">${parameter(flag)}</｜DSML｜invoke>`;
    const tools = { f: { a: "integer" } };
    expect(callsOf(call(' string="true"'), tools)).toEqual([["f", { a: "5" }]]);
    expect(callsOf(call(""), tools)).toEqual([["f", { a: 5 }]]);
    expect(callsOf(call(' string="false"'))).toEqual([["f", { a: 5 }]]);
  });
});

describe("glm", () => {
  it("reads a name alone where the closer follows, and prose as text", () => {
    expect(callsOf("<tool_call>group/f.v2</tool_call>")).toEqual([["group/f.v2", {}]]);
    for (const text of ["<tool_call>hello world</tool_call>", "between <tool_call> and </tool_call> only"]) {
      expect(read(text)).toEqual({ text, calls: [] });
    }
  });

  it("ends a call that the next one follows", () => {
    const text = "<tool_call>f\n<arg_key>a</arg_key>\n<arg_value>1</arg_value>\n<tool_call>g\n</tool_call>.";
    expect(read(text)).toEqual({
      text: ".",
      calls: [
        ["f", { a: "1" }],
        ["g", {}],
      ],
    });
  });

  it("does not lose a key without a value", () => {
    const text = "<tool_call>f\n<arg_key>a</arg_key>\n<arg_key>b</arg_key>\n<arg_value>1</arg_value></tool_call>";
    expect(callsOf(text)).toEqual([["f", "malformed"]]);
  });

  it("reads a JSON object behind the name", () => {
    expect(callsOf('<tool_call>f\n{"a": [1]}\n</tool_call>')).toEqual([["f", { a: [1] }]]);
  });
});

describe("xml", () => {
  const tool = (body: string, name = "f") => `<tool name="${name}">${body}</tool>`;

  it.each([
    ["nothing", "", {}],
    ["an empty element", "<arguments/>", {}],
    ["a comment", "\n<!-- <arg name='a'>1</arg> -->\n", {}],
    ["arguments by name", '<arguments><arg name="a">1</arg></arguments>', { a: "1" }],
    ["tags by name", "<a>1</a>\n<b>x <i>y</i></b>", { a: "1", b: "x <i>y</i>" }],
    ["an object", '{"a": 1}', { a: 1 }],
    ["an object in its element", '<arguments>{"a": 1}</arguments>', { a: 1 }],
    ["nested arguments", '<arg name="o"><arg name="x">1</arg> <arg name="x">2</arg></arg>', { o: { x: ["1", "2"] } }],
    [
      "items",
      '<arg name="l"> <item>p &amp; q</item>\n<item><arg name="z">1</arg></item></arg>',
      { l: ["p & q", { z: "1" }] },
    ],
    ["HTML", '<arg name="h"><ul><li>x</li></ul></arg>', { h: "<ul><li>x</li></ul>" }],
  ])("reads %s", (_what, body, args) => {
    expect(read(tool(body))).toEqual({ text: "", calls: [["f", args]] });
  });

  it("reads tags in tags as an object only where the tool declares one", () => {
    const body = "<o><x>1</x><y>2</y></o>";
    expect(callsOf(tool(body))).toEqual([["f", { o: "<x>1</x><y>2</y>" }]]);
    expect(callsOf(tool(body), { f: { o: "object" } })).toEqual([["f", { o: { x: "1", y: "2" } }]]);
    expect(callsOf(tool('<arg name="o"><item>1</item></arg>'), { f: { o: "string" } })).toEqual([
      ["f", { o: "<item>1</item>" }],
    ]);
  });

  it("decodes entities once, also when they are cut, and not in a file's text", () => {
    expect(callsOf(tool('<arg name="a"> &lt;b&gt; &amp;lt; &#65;&#x42; &copy &nothing; </arg>'))).toEqual([
      ["f", { a: "<b> &lt; AB &copy &nothing;" }],
    ]);
    expect(callsOf(tool('<arg name="content">&lt;</arg>', "write_file"))).toEqual([
      ["write_file", { content: "&lt;" }],
    ]);
  });

  it("reads a file's text between its marks, whatever stands there", () => {
    const text = "x __END_CONTENT__ y\n</arg></arguments></tool>\n";
    const body = `<arg name="content">\n__START_CONTENT__\n${text}__END_CONTENT__\n</arg>`;
    expect(callsOf(tool(`<arguments>${body}</arguments>`, "write_file"))).toEqual([["write_file", { content: text }]]);
  });

  it("reads the shorthands", () => {
    expect(callsOf('<edit_file path="a &amp; b">\n@@\n-x\n+y\n</edit_file>')).toEqual([
      ["edit_file", { path: "a & b", patch: "@@\n-x\n+y\n" }],
    ]);
    expect(callsOf('<WRITE_FILE PATH="a">x</WRITE_FILE>')).toEqual([["write_file", { path: "a", content: "x" }]]);
    expect(callsOf('<run_bash background="no" timeoutSeconds="2.5"> ls </run_bash>')).toEqual([
      ["run_bash", { background: false, timeout_seconds: 2.5, command: "ls" }],
    ]);
    expect(callsOf("<run_bash background>ls</run_bash>")).toEqual([["run_bash", { background: true, command: "ls" }]]);
    expect(callsOf('<write_file path="a">x</write_f')).toEqual([["write_file", { path: "a", content: "x" }]]);
    expect(callsOf("<run_bash>\nls -l")).toEqual([["run_bash", "incomplete"]]);
  });

  it("leaves an opener without a name or a path, and half an opener, as text", () => {
    for (const text of ['<tool name="">x</tool>', '<write_file path="">x</write_file>', '<tool name="f']) {
      expect(read(text)).toEqual({ text, calls: [] });
    }
    expect(callsOf('<tool name="f">')).toEqual([["f", "incomplete"]]);
  });
});

describe("tags that bear a tool's name", () => {
  const tools = {
    read_file: { path: "string", lines: "integer" },
    write_to_file: { path: "string", content: "string" },
    get_weather: { city: "string", days: "integer", tags: "array" },
    ring_bell: {},
  };

  it("are read by Cline's rules for Cline's tools: raw, trimmed, a file's text but for one line break", () => {
    const text =
      "<write_to_file>\n<path> a &amp; b </path>\n<content>\n\n x </content> y\n\n</content>\n</write_to_file>.";
    expect(read(text, { tools })).toEqual({
      text: ".",
      calls: [["write_to_file", { path: "a &amp; b", content: "\n x </content> y\n" }]],
    });
  });

  it("are read as XML for other tools: all white space kept, entities decoded once", () => {
    expect(callsOf("<get_weather><city> a &amp;lt; b </city><days>3</days></get_weather>", tools)).toEqual([
      ["get_weather", { city: " a &lt; b ", days: 3 }],
    ]);
    expect(callsOf("<get_weather><tags>a</tags><tags>b</tags></get_weather>", tools)).toEqual([
      ["get_weather", { tags: ["a", "b"] }],
    ]);
    expect(callsOf("<get_weather><tags><item>a</item><item>b</item></tags></get_weather>", tools)).toEqual([
      ["get_weather", { tags: ["a", "b"] }],
    ]);
  });

  it("are read alike by each of the two when the other is off", () => {
    const text = "<read_file>\n<path>a</path>\n</read_file><get_weather>\n<city>b</city>\n</get_weather>";
    for (const syntax of [syntaxes.cline, syntaxes["toolname-xml"]]) {
      expect(read(text, { tools, syntaxes: [syntax] }).calls).toEqual([
        ["read_file", { path: "a" }],
        ["get_weather", { city: "b" }],
      ]);
    }
  });

  it("may be empty, hold a JSON object, or a YAML mapping on lines of its own", () => {
    expect(callsOf("<ring_bell/><ring_bell></ring_bell><ring_bell>\n</ring_bell>", tools)).toEqual([
      ["ring_bell", {}],
      ["ring_bell", {}],
      ["ring_bell", {}],
    ]);
    expect(callsOf('<get_weather>{"city": "Oslo"}</get_weather>', tools)).toEqual([["get_weather", { city: "Oslo" }]]);
    expect(callsOf("<get_weather>\n  city: Oslo\n  days: 3\n</get_weather>", tools)).toEqual([
      ["get_weather", { city: "Oslo", days: 3 }],
    ]);
    expect(callsOf("<get_weather>\ncity: [Oslo\n</get_weather>", tools)).toEqual([["get_weather", "malformed"]]);
    expect(callsOf("<get_weather>\ncity: Os", tools)).toEqual([["get_weather", "incomplete"]]);
    expect(detectToolCalls(`<get_weather>\ncity: ${"x".repeat(5000)}\n</get_weather>`, { tools }).calls).toMatchObject([
      { reason: "malformed" },
    ]);
  });

  it.each([
    "The <read_file> tool reads one file.",
    "Use <read_file> or <read_file>\nto read",
    '<read_file mode="x"><path>a</path></read_file>',
    "<get_weather>\nhello there\n</get_weather>",
    "<get_weather><b>bold</b></get_weather>",
    "<read_files>\n<path>a</path>\n</read_files>",
    "<read_fi",
    "`<read_file>`",
  ])("are text where no argument follows: %s", (text) => {
    expect(read(text, { tools })).toEqual({ text, calls: [] });
  });

  it("are text where the app declares no such tool, whatever its prototype has", () => {
    const text = "<constructor>\n<path>a</path>\n</constructor>";
    expect(read(text, { tools: {} })).toEqual({ text, calls: [] });
    expect(read(text)).toEqual({ text, calls: [] });
  });
});

describe("kimi-k3", () => {
  const open = (tag: string) => `<|open|>${tag}<|sep|>`;
  const close = (tag: string) => `<|close|>${tag}<|sep|>`;

  it("parts thoughts, text and calls, and drops the marks between", () => {
    const text =
      `${open("think")}Maybe ${open('call tool="x"')}?${close("think")}${open("response")}Hi\n\`\`\`js\nx\n\`\`\`\n` +
      `${close("response")}${open("tools")}noise ${open('call tool="f" index="1"')}${close("call")}${close("tools")}` +
      `${close("message")}<|end_of_msg|>`;
    const { text: visible, reasoning, calls } = detectAtEveryCut(text);
    expect(visible).toBe("Hi\n```js\nx\n```\n");
    expect(reasoning).toBe(`Maybe ${open('call tool="x"')}?`);
    expect(calls).toMatchObject([{ name: "f", args: {} }]);
  });

  it("finds the calls behind a thought that does not close", () => {
    const text = `${open("think")}Hm${open("tools")}${open('call tool="f"')}${close("call")}${close("tools")}`;
    expect(detectAtEveryCut(text)).toMatchObject({ reasoning: "Hm", text: "", calls: [{ name: "f" }] });
  });

  it("reads each argument by the type that it says, and one object with all of them", () => {
    const argument = (type: string, value: string) =>
      `${open(`argument key="${type}" type="${type}"`)}${value}${close("argument")}`;
    const call = (body: string) => open('call tool="f"') + body + close("call");
    expect(
      callsOf(call(argument("number", "3") + argument("string", "<![CDATA[3]]>") + argument("array", "[1"))),
    ).toEqual([["f", { number: 3, string: "<![CDATA[3]]>", array: "[1" }]]);
    expect(callsOf(call(`${open('json type="object"')}{"a":1}${close("json")}`))).toEqual([["f", { a: 1 }]]);
  });

  it("finds text marks and calls, and nothing else, in what they say", () => {
    expect(read(`${open("other")} x`)).toEqual({ text: `${open("other")} x`, calls: [] });
    expect(callsOf(open("tools"))).toEqual([["unknown", "incomplete"]]);
  });
});

describe("vcp", () => {
  const request = (body: string) => `<<<[TOOL_REQUEST]>>>\n${body}\n<<<[END_TOOL_REQUEST]>>>`;

  it("reads the name wherever it stands, and values whatever they hold", () => {
    expect(callsOf(request("maid:「始」M「末」,\ntool_name:「始」F「末」,\na:「始」x 「末」 y「末」"))).toEqual([
      ["F", { maid: "M", a: "x 「末」 y" }],
    ]);
    const escaped = "y「末」\n<<<[END_TOOL_REQUEST]>>>";
    expect(callsOf(request(`tool_name:「始」F「末」\nb:「始ESCAPE」${escaped}「末ESCAPE」`))).toEqual([
      ["F", { b: escaped }],
    ]);
  });

  it("is whole as soon as its last line has begun, and incomplete before", () => {
    const body = "<<<[TOOL_REQUEST]>>>\r\ntool_name:「始」F「末」,\r\na:「始」x「末」\r\n";
    expect(callsOf(`${body}<<<[END_`)).toEqual([["F", { a: "x" }]]);
    expect(callsOf(body)).toEqual([["F", "incomplete"]]);
    expect(callsOf("<<<[TOOL_REQUEST]>>>\ntool_na")).toEqual([["unknown", "incomplete"]]);
  });

  it("needs a name, and fields only", () => {
    expect(callsOf(request("a:「始」x「末」"))).toEqual([["unknown", "malformed"]]);
    expect(callsOf(request("tool_name:「始」F「末」\njunk\nb:「始」x「末」"))).toEqual([["F", "malformed"]]);
  });
});

describe("any mixture of tags", () => {
  const pieces = [
    ..."<tool_call> </tool_call> <function=f> </function> <parameter=a> </parameter> <invoke </invoke>".split(" "),
    ...'<function_calls>|</function_calls>|<invoke name="f">|<parameter name="a">|<parameter>'.split("|"),
    ...'<tool name="f">|</tool>|<arguments>|</arguments>|<arg name="a">|</arg>|<item>|</item>|<!--|-->'.split("|"),
    ...["<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>", "f\n", "<f>", "</f>", "<a>", "</a>", "<f/>"],
    ...['<write_file path="p">', "</write_file>", "<run_bash>", "</run_bash>", "__START_CONTENT__", "__END_CONTENT__"],
    ...['<｜DSML｜invoke name="f">', "</｜DSML｜invoke>", joint, `${joint}<tool_call>`, `${joint}<a>`, `${joint}</a>`],
    ...["<|open|>", "<|close|>", "<|sep|>", "tools", 'call tool="f"', 'argument key="a" type="string"', "argument"],
    ...["<<<[TOOL_REQUEST]>>>\n", "<<<[END_TOOL_REQUEST]>>>", "tool_name:「始」f「末」", "a:「始」", "「末」"],
    ...[
      "<![CDATA[",
      "]]>",
      "&amp;",
      "&",
      "{",
      "}",
      '{"a":1}',
      '"',
      "\n",
      "\r\n",
      " ",
      "`",
      "```\n",
      "<",
      "</",
      "👧",
      "\ud83d",
    ],
  ];

  it("gives one result at every cutting, settles each call, and loses no text", () => {
    const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 18 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(soup, (text) => {
        const { text: visible, calls, events } = detectAtEveryCut(text, { tools: { f: { a: "string" } } });
        const settled = new Set(
          events.flatMap((event) =>
            event.type === "tool-input-available" || event.type === "tool-input-error" ? [event.toolCallId] : [],
          ),
        );
        expect([...settled]).toEqual(calls.map((call) => call.id));
        const hasMarks = /<\|(open|close)\|>/.test(text);
        if (calls.length === 0 && !hasMarks) expect(visible).toBe(text);
      }),
      { numRuns: 400 },
    );
  });
});
