import { describe, expect, it } from "vitest";
import type { ToolSyntax } from "../../../src/detect/syntax.js";
import { defaultSyntaxes, syntaxes } from "../../../src/detect/syntaxes/index.js";
import { createToolDetector } from "../../../src/detect/tool-detector.js";
import { detectAtEveryCut, read } from "./at-every-cut.js";

const withSyntax = (...extra: ToolSyntax[]) => ({ syntaxes: [...extra, ...defaultSyntaxes] });

/** Each way to write a call of `f` with `{ a: 1 }` around a JSON body, its closer apart. */
const families: readonly [string, string, string][] = [
  ["hermes", '<tool_call>{"name":"f","arguments":{"a":1}}', "</tool_call>"],
  ["mistral, list", '[TOOL_CALLS][{"name":"f","arguments":{"a":1}}]', "[/TOOL_CALLS]"],
  ["mistral, name", '[TOOL_CALLS]f{"a":1}', ""],
  ["mistral, name and args", '[TOOL_CALLS]f[ARGS]{"a":1}', ""],
  ["llama-json", '<|python_tag|>{"name":"f","parameters":{"a":1}}', "<|eom_id|>"],
  ["kimi", '<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{"a":1}', "<|tool_call_end|>"],
  ["deepseek", '<｜tool▁call▁begin｜>f<｜tool▁sep｜>{"a":1}', "<｜tool▁call▁end｜>"],
  ["deepseek, fence", '<｜tool▁call▁begin｜>function<｜tool▁sep｜>f\n```json\n{"a":1}\n```', "<｜tool▁call▁end｜>"],
  ["harmony", '<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a":1}', "<|call|>"],
  ["granite, token", '<|tool_call|>[{"name":"f","arguments":{"a":1}}]', ""],
  ["granite, tag", '<function_call>{"name":"f","arguments":{"a":1}}', "</function_call>"],
  ["functools", 'functools[{"name":"f","arguments":{"a":1}}]', ""],
  ["jamba", '<tool_calls>[{"name":"f","arguments":{"a":1}}]', "</tool_calls>"],
  ["cohere", '<|START_ACTION|>[{"tool_name":"f","parameters":{"a":1}}]', "<|END_ACTION|>"],
  ["functionary", '<function=f>{"a":1}', "</function>"],
  ["bracket", '[TOOL_REQUEST]{"name":"f","arguments":{"a":1}}', "[END_TOOL_REQUEST]"],
  ["bracket, tool and args", '[TOOL_CALL]{"tool":"f","args":{"a":1}}', "[/TOOL_CALL]"],
  ["bracket, arrows", '[TOOL_CALL]{tool => "f", args => {--a 1}}', "[/TOOL_CALL]"],
  ["sentinel", '[[SEG_START {"type":"tool","tool_name":"f","arguments":{"a":1}}]]', "[[SEG_END]]"],
  ["apertus", '<|tools_prefix|>[{"f":{"a":1}}]', "<|tools_suffix|>"],
  ["internlm", '<|action_start|><|plugin|>{"name":"f","parameters":{"a":1}}', "<|action_end|>"],
  ["nemotron", '<TOOLCALL>[{"name":"f","arguments":{"a":1}}]', "</TOOLCALL>"],
];

describe.each(families)("a call written as %s", (_family, body, closer) => {
  const call = body + closer;

  it("is read between texts, and twice", () => {
    expect(read(`Before. ${call} After.`)).toEqual({ text: "Before.  After.", calls: [["f", { a: 1 }]] });
    const twice = read(`${call}\n${call}`);
    expect(twice.calls).toEqual([
      ["f", { a: 1 }],
      ["f", { a: 1 }],
    ]);
    expect(twice.text.trim()).toBe("");
  });

  it("is whole without its closer, and with a part of it", () => {
    for (let length = 0; length < closer.length; length += 1) {
      expect(read(body + closer.slice(0, length))).toEqual({ text: "", calls: [["f", { a: 1 }]] });
    }
  });

  it("is incomplete, and shows nothing of itself, where the end cuts its arguments", () => {
    const cut = body.slice(0, body.indexOf("1") + 1);
    expect(read(`Before. ${cut}`)).toEqual({ text: "Before. ", calls: [["f", "incomplete"]] });
  });

  it("is text inside code", () => {
    const fenced = `Look:\n~~~~\n${call}\n~~~~\n`;
    expect(read(fenced)).toEqual({ text: fenced, calls: [] });
  });

  it("keeps a closer that stands in a value", () => {
    const value = `x ${closer} y`;
    expect(read(`${body.replace("1", JSON.stringify(value))}${closer} After.`)).toEqual({
      text: " After.",
      calls: [["f", { a: value }]],
    });
  });

  it("takes CRLF for LF", () => {
    expect(read(`Before.\r\n${call.replaceAll("\n", "\r\n")}\r\nAfter.`).calls).toEqual([["f", { a: 1 }]]);
  });

  it("never reaches a prototype", () => {
    const { calls } = read(body.replace("1", '{"constructor":2}') + closer);
    const [[, args] = []] = calls;
    if (!body.includes("--a")) expect(args).toEqual({ a: { constructor: 2 } });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe("what a wrapper holds", () => {
  it("streams the arguments of the name that it gave as soon as it was certain", () => {
    const detector = createToolDetector();
    expect(detector.push('<tool_call>\n{"name": "save"')).toMatchObject([
      { type: "tool-input-start", toolName: "save" },
    ]);
    expect(detector.push(', "arguments": {"te')).toMatchObject([{ type: "tool-input-delta", inputTextDelta: '{"te' }]);
    expect(detector.push('xt": "a')).toMatchObject([{ type: "tool-input-delta", inputTextDelta: 'xt": "a' }]);
    const last = detector.push('"}}');
    expect(last.map((event) => event.type)).toEqual(["tool-input-delta", "tool-input-available"]);
    expect(detector.push("</tool_call>")).toEqual([]);
    expect(detector.end()).toEqual([]);
  });

  it("keeps an id that comes before the arguments, and waits for it where it is known to come last", () => {
    const idsOf = (text: string) => detectAtEveryCut(text).calls.map(({ id }) => id);
    expect(idsOf('<tool_call>{"id":"c1","name":"f","arguments":{}}</tool_call>')).toEqual(["c1"]);
    expect(idsOf('[TOOL_CALLS][{"name":"f","arguments":{},"id":"c2"}]')).toEqual(["c2"]);
    expect(idsOf("[TOOL_CALLS]f[CALL_ID]c3[ARGS]{}")).toEqual(["c3"]);
    expect(idsOf('<|START_ACTION|>[{"tool_call_id":"0","tool_name":"f","parameters":{}}]<|END_ACTION|>')).toEqual([
      "0",
    ]);
  });

  it("finds the call in a wrapper of another API", () => {
    const call = '{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"a\\":1}"}}';
    expect(detectAtEveryCut(`<tool_call>${call}</tool_call>`).calls).toMatchObject([
      { id: "c1", name: "f", args: { a: 1 } },
    ]);
  });

  it("reads several objects, and drops a little prose around them", () => {
    expect(read('<tool_call>{"name":"f"} {"name":"g"}</tool_call> ok')).toEqual({
      text: " ok",
      calls: [
        ["f", {}],
        ["g", {}],
      ],
    });
    expect(read('<tool_call>Sure: {"name":"f"} There.</tool_call> ok')).toEqual({ text: " ok", calls: [["f", {}]] });
    expect(read('<tool_call>\n```json\n{"name":"f"}\n```\n</tool_call> ok').calls).toEqual([["f", {}]]);
  });

  it("keeps prose that follows a call whose closer never comes", () => {
    expect(read('<tool_call>{"name":"f"} and words').text).toBe(" and words");
  });

  it("keeps the members of a list that are whole when the last one is cut, or unreadable", () => {
    expect(read('<tool_calls>[{"name":"f"},{"name":"g","arguments":{"a').calls).toEqual([
      ["f", {}],
      ["g", "incomplete"],
    ]);
    expect(read('<tool_calls>[{"name":"f"},{"name":"g","arguments":{"a": oops}}]</tool_calls>!')).toEqual({
      text: "!",
      calls: [
        ["f", {}],
        ["g", "malformed"],
      ],
    });
  });

  it("ends an unreadable call at its closer or at the next opener, and loses nothing behind it", () => {
    const good = '<tool_call>{"name":"g","arguments":{}}</tool_call>';
    const expected = {
      text: " then  end",
      calls: [
        ["f", "malformed"],
        ["g", {}],
      ],
    };
    for (const body of ['{"a":1}', '{"a":"x}}', '{"a":"say "hi" now"}}', '{"a" 1}}', "{a: b c}}"]) {
      const bad = `<tool_call>{"name":"f","arguments":${body}</tool_call>`;
      expect(read(`${bad} then ${good} end`), body).toEqual(expected);
    }
    expect(read(`<tool_call>{"name":"f","arguments":{"a":1}\n${good} end`)).toEqual({
      text: " end",
      calls: [
        ["f", "malformed"],
        ["g", {}],
      ],
    });
  });

  it("repairs what has one reading, and says so", () => {
    const { calls } = detectAtEveryCut(
      "<tool_call>{'name': 'f', arguments: {'a': True, /* b */ 'c': None,}}</tool_call>",
    );
    expect(calls).toMatchObject([{ name: "f", args: { a: true, c: null }, repaired: true }]);
  });

  it("swallows the closing tag of another family, and a second one", () => {
    expect(read('<tool_call>{"name":"f"}</function></tool_call></tool_call> ok').text).toBe(" ok");
  });

  it("leaves prose about it alone", () => {
    for (const text of [
      "The <tool_call> tag holds an object; </tool_call> ends it.",
      "Write <tool_call>{...}</tool_call> or <tool_call>…</tool_call>.",
      "The [TOOL_CALLS] token, see [1] and {x}.",
      "Use functools[0], my_functools[{}] and functools.partial.",
      "Press [TOOL_CALL] now, or <function=NAME> then.",
      "A <tool_calls> tag, a <function_call> one, a <|tool_call|> too.",
    ]) {
      expect(read(text)).toEqual({ text, calls: [] });
    }
  });
});

describe("tokens of their own", () => {
  it("gives Kimi's id as it stands, and a name to a bare number where only one tool fits", () => {
    const call = (id: string) => `<|tool_call_begin|>${id}<|tool_call_argument_begin|>{"beds":1}<|tool_call_end|>`;
    const tools = { find_hut: { beds: "number" }, find_trail: { region: "string" } };
    expect(detectAtEveryCut(call("functions.maps.v2:3")).calls).toMatchObject([
      { id: "functions.maps.v2:3", name: "maps.v2" },
    ]);
    expect(detectAtEveryCut(call("7"), { tools }).calls).toMatchObject([
      { id: "7", name: "find_hut", args: { beds: 1 } },
    ]);
    expect(read(call("7")).calls).toEqual([["unknown", "malformed"]]);
  });

  it("drops a section's token, but no prose behind it", () => {
    expect(read("The <|tool_calls_section_begin|> token opens a section.").text).toBe("The  token opens a section.");
  });

  it("reads DeepSeek's tokens in each spelling", () => {
    const call = '<|tool_calls_begin|><|tool_call_begin|>f<|tool_sep|>{"a":1}<|tool_call_end|><|tool_calls_end|>';
    for (const [bar, gap] of [
      ["｜", "▁"],
      ["｜", "_"],
      ["｜", " "],
      ["｜", "\\_"],
      ["|", "_"],
      ["|", " "],
    ] as const) {
      expect(read(`${call.replaceAll("|", bar).replaceAll("_", gap)} ok`)).toEqual({
        text: " ok",
        calls: [["f", { a: 1 }]],
      });
    }
  });

  it("parts harmony's channels: thought, call, preamble and answer", () => {
    const { text, reasoning, calls } = detectAtEveryCut(
      "<|channel|>analysis<|message|>Hm.<|end|>" +
        "<|start|>assistant<|channel|>commentary<|message|>I look.<|end|>" +
        "<|start|>assistant<|channel|>commentary to=functions.f<|constrain|>json<|message|>{}<|call|>" +
        "<|start|>assistant<|channel|>final<|message|>\n```\n<|end|>\n```\nDone.<|return|>",
    );
    expect({ text, reasoning }).toEqual({ text: "I look.\n```\n<|end|>\n```\nDone.", reasoning: "Hm." });
    expect(calls).toMatchObject([{ name: "f", args: {} }]);
  });

  it("leaves harmony's tokens in prose alone", () => {
    const text = "A turn begins with <|start|> or <|channel|>, and ends with <|end|> or <|call|>.";
    expect(read(text)).toEqual({ text, calls: [] });
  });

  it("unwraps Cohere's and sentinel's visible text, and keeps a stray end mark", () => {
    expect(read("<|START_RESPONSE|>Hi.<|END_RESPONSE|> <|END_RESPONSE|>").text).toBe("Hi. <|END_RESPONSE|>");
    expect(read('[[SEG_START {"type":"text"}]]Hi.[[SEG_END]] [[SEG_END]]').text).toBe("Hi. [[SEG_END]]");
  });

  it("streams the body of a sentinel's file", () => {
    const detector = createToolDetector();
    const events = detector.push('[[SEG_START {"type":"write_file","path":"a.txt"}]]\nline "1"');
    const shown = events.map((event) => (event.type === "tool-input-delta" ? event.inputTextDelta : "")).join("");
    expect(shown).toBe('{"path":"a.txt","content":"line \\"1\\"');
    expect(detector.push("\n[[SEG_END]]").at(-1)).toMatchObject({ input: { path: "a.txt", content: 'line "1"\n' } });
  });

  it("reads a tool's name in brackets only where the tool is declared, and an object follows", () => {
    const tools = { find_well: { farm: "string" } };
    const call = '[find_well]\n{"farm": "Lark"}\n[/find_well]';
    expect(read(`Ok\n${call}`, { tools })).toEqual({ text: "Ok\n", calls: [["find_well", { farm: "Lark" }]] });
    expect(read(call)).toEqual({ text: call, calls: [] });
    const prose = "See [find_well](x.md), [find_well] {x} and [find_well].";
    expect(read(prose, { tools })).toEqual({ text: prose, calls: [] });
  });
});

describe("JSON with nothing around it", () => {
  it("stays text unless the app asks for it", () => {
    const text = '{"name":"f","arguments":{}}\n[{"tool":{"function":"f","parameters":{}}}]';
    expect(read(text)).toEqual({ text, calls: [] });
  });

  it("needs a name and an object of arguments", () => {
    const options = withSyntax(syntaxes["bare-json"]);
    expect(read('{"name":"f","parameters":{"a":1}}; {"arguments":"{}","name":"g"} ok', options)).toEqual({
      text: " ok",
      calls: [
        ["f", { a: 1 }],
        ["g", {}],
      ],
    });
    for (const text of [
      '{"name":"Ana","age":41}',
      '{"name":"f"}',
      '{"name":"f","arguments":[1]}',
      "{x} [a](b) [1]",
      '{"na',
    ]) {
      expect(read(text, options)).toEqual({ text, calls: [] });
    }
  });

  it("goes by the provider's profile, whatever the white space", () => {
    const written = {
      openai: '{ "tool" : { "function" : { "name" : "f" , "arguments" : { "a" : 1 } } } }',
      gemini: '{\n"name"\n:\n"f",\n"args":{"a":1}}',
      other: '{"tool":{"function":"f","parameters":{"a":1}}}',
    };
    const call = ["f", { a: 1 }];
    const callsOf = (text: string, provider?: string) => read(text, { ...withSyntax(syntaxes.json), provider }).calls;
    expect(callsOf(written.openai, "openai")).toEqual([call]);
    expect(callsOf(written.gemini, "gemini")).toEqual([call]);
    expect(callsOf(written.other, "anthropic")).toEqual([call]);
    expect(callsOf(written.openai, "gemini")).toEqual([]);
    expect(callsOf(written.gemini, "openai")).toEqual([]);
    expect(callsOf(written.gemini, "anthropic")).toEqual([]);
    for (const text of Object.values(written)) expect(callsOf(text)).toEqual([call]);
  });

  it("reads all calls of OpenAI's list, with their ids", () => {
    const text =
      '{"tool_calls":[{"id":"c1","function":{"name":"f","arguments":"{}"}},{"id":"c2","function":{"name":"g","arguments":{}}}],"n":[1]} ok';
    const { text: visible, calls } = detectAtEveryCut(text, { ...withSyntax(syntaxes.json), provider: "openai" });
    expect(visible).toBe(" ok");
    expect(calls).toMatchObject([
      { id: "c1", name: "f" },
      { id: "c2", name: "g" },
    ]);
  });

  it("lets honest JSON and code through", () => {
    for (const text of [
      '{"toolbox":["saw"]}',
      '{"tool":"hammer","size":3}',
      '{"name":"x","args":["-v"]}',
      "f() { return 1; } [{]",
      '{"tool": {"function": "f"',
    ]) {
      expect(read(text, withSyntax(syntaxes.json))).toEqual({ text, calls: [] });
    }
  });
});

describe("line forms that are off until asked for", () => {
  it("reads gptme's calls and leaves mentions alone", () => {
    const options = withSyntax(syntaxes["at-call"]);
    expect(detectAtEveryCut('@f(call-7): {"a": 1}\n@ana hello, @f(x): y', options)).toMatchObject({
      text: "\n@ana hello, @f(x): y",
      calls: [{ id: "call-7", name: "f", args: { a: 1 } }],
    });
  });

  it("reads Functionary's recipients", () => {
    const options = withSyntax(syntaxes["functionary-recipient"]);
    expect(read('>>>all\nHi.\n>>>f\n{"a": 1}\n>>>all\nBye.', options)).toEqual({
      text: "Hi.\n\nBye.",
      calls: [["f", { a: 1 }]],
    });
    expect(read(">>> quoted >>>", options).calls).toEqual([]);
  });
});

describe("a marker", () => {
  it("may stand before an object with a name and arguments, and text stays behind it", () => {
    const call = { text: " Done.", calls: [["f", { a: 1 }]] };
    expect(read('###:{"name":"f","arguments":{"a":1}} Done.')).toEqual(call);
    expect(read('###: {"parameters":{"a":1},"name":"f"} Done.')).toEqual(call);
  });

  it("before an object with a name alone, or with other keys, is text", () => {
    for (const text of ['###:{"name":"Packing","items":[1]}', '###:{"name":"f"} next', '###:{"arguments":{}}']) {
      expect(read(text)).toEqual({ text, calls: [] });
    }
  });
});
