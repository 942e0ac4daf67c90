import { describe, expect, it } from "vitest";
import type { ToolSyntax } from "../../../src/detect/syntax.js";
import { defaultSyntaxes, syntaxes } from "../../../src/detect/syntaxes/index.js";
import { createToolDetector } from "../../../src/detect/tool-detector.js";
import { detectAtEveryCut, read } from "./at-every-cut.js";

const withSyntax = (...extra: ToolSyntax[]) => ({ syntaxes: [...extra, ...defaultSyntaxes] });

describe("calls as Python writes them", () => {
  const marked = (calls: string) => `<|python_start|>[${calls}]<|python_end|>`;

  it("have literals of all kinds for arguments", () => {
    const written = `f(s='it\\'s', t="a" 'b', u=r"\\d", v="""x "y"\nz""", n=-1_000, x=.5, e=1e3, h=0x1f, b=True, c=None, l=[1, (2, 3),], p=(4), d={'k': {"j": false}}, w="\\u00e9\\x21")`;
    expect(read(marked(written)).calls).toEqual([
      [
        "f",
        {
          s: "it's",
          t: "ab",
          u: "\\d",
          v: 'x "y"\nz',
          n: -1000,
          x: 0.5,
          e: 1000,
          h: 31,
          b: true,
          c: null,
          l: [1, [2, 3]],
          p: 4,
          d: { k: { j: false } },
          w: "é!",
        },
      ],
    ]);
  });

  it("end at their mark, whatever brackets their strings hold", () => {
    const text = `${marked("f(a=')]<|python_end|>', b=1), g()")} ok`;
    expect(read(text)).toEqual({
      text: " ok",
      calls: [
        ["f", { a: ")]<|python_end|>", b: 1 }],
        ["g", {}],
      ],
    });
  });

  it("stream a text while it grows", () => {
    const detector = createToolDetector();
    const shown = detector
      .push('<|python_start|>[save(text=\'line "1"\\nli')
      .map((event) => (event.type === "tool-input-delta" ? event.inputTextDelta : ""));
    expect(shown.join("")).toBe('{"text":"line \\"1\\"\\nli');
  });

  it("are malformed with an expression, and lose nothing behind it", () => {
    expect(read(`${marked("f(a=g(1) + 2)")} ok`)).toEqual({ text: " ok", calls: [["f", "malformed"]] });
    expect(read(`${marked("f(a=b'x' if c else d)")} ok`)).toEqual({ text: " ok", calls: [["f", "malformed"]] });
  });

  it("keep those that are whole when the end cuts the next", () => {
    expect(read("<|python_start|>[f(a=1), g(b='x").calls).toEqual([
      ["f", { a: 1 }],
      ["g", "incomplete"],
    ]);
  });

  it("may stand between the marks of other families, and line by line", () => {
    expect(read("<|tool_call_start|>[f(a=1)]<|tool_call_end|>!")).toEqual({ text: "!", calls: [["f", { a: 1 }]] });
    expect(read("<function_calls>\nf(a=1)\ng()\n</function_calls>!")).toEqual({
      text: "!",
      calls: [
        ["f", { a: 1 }],
        ["g", {}],
      ],
    });
    expect(read('<|python_tag|>search.call(query="x")').calls).toEqual([["search", { query: "x" }]]);
  });

  it("take an argument without a name only for the declared one at its place", () => {
    const tools = { f: { a: "string", b: "number" } };
    expect(read(marked("f('x', 2)"), { tools }).calls).toEqual([["f", { a: "x", b: 2 }]]);
    expect(read(marked("f('x', 2)")).calls).toEqual([["f", "malformed"]]);
  });

  it("are read bare only where the app asks for it, and are not links or lists there either", () => {
    const call = "[f(a=1), g()]";
    expect(read(call)).toEqual({ text: call, calls: [] });
    const options = withSyntax(syntaxes.pythonic);
    expect(read(`${call} ok`, options)).toEqual({
      text: " ok",
      calls: [
        ["f", { a: 1 }],
        ["g", {}],
      ],
    });
    for (const text of [
      "[f(x)](g.md)",
      "[f()](g.md)",
      "[f()]: g.md",
      "[x] done",
      "[1, 2]",
      "arr[f(a=1)]",
      "[f(a == 1)]",
    ]) {
      expect(read(text, options)).toEqual({ text, calls: [] });
    }
  });

  it("are read in their fence where the app asks for it", () => {
    const text = "```tool_code\nprint(default_api.f(x='a'))\ng(y=1)\n```\nok";
    expect(read(text)).toEqual({ text, calls: [] });
    const options = withSyntax(syntaxes["tool-code"]);
    expect(read(text, options)).toEqual({
      text: "\nok",
      calls: [
        ["f", { x: "a" }],
        ["g", { y: 1 }],
      ],
    });
    const code = "```tool_code\nx = 1\n```\n";
    expect(read(code, options)).toEqual({ text: code, calls: [] });
  });
});

describe("Gemma's calls", () => {
  it("keep whatever stands between quote tokens, a backslash and the closer too", () => {
    const text =
      '<|tool_call>call:f{a:<|"|>C:\\new}<tool_call|>"<|"|>,l:[<|"|>x<|"|>,1],o:{Big Jug:true}}<tool_call|> ok';
    expect(read(text)).toEqual({
      text: " ok",
      calls: [["f", { a: 'C:\\new}<tool_call|>"', l: ["x", 1], o: { "Big Jug": true } }]],
    });
  });

  it("are repaired where ordinary quotes or equals signs drifted in, and say so", () => {
    const { calls } = detectAtEveryCut("<|tool_call>call:f{a=\"x\",'b':'y'}<tool_call|>");
    expect(calls).toMatchObject([{ name: "f", args: { a: "x", b: "y" }, repaired: true }]);
  });

  it("are malformed with a bare word, and incomplete where the end cuts them", () => {
    expect(read("<|tool_call>call:f{a:oops}<tool_call|> ok")).toEqual({ text: " ok", calls: [["f", "malformed"]] });
    for (const tail of ["", "{", "{a:", '{a:<|"|>x', '{a:<|"|>x<|"', "{a:1"]) {
      const [[name, reason] = []] = read(`Hi <|tool_call>call:f${tail}`).calls;
      expect([name === "f" || tail === "", reason]).toEqual([true, "incomplete"]);
    }
  });

  it("stream a text, and never half a quote token", () => {
    const detector = createToolDetector();
    const shown = [...'<|tool_call>call:f{a:<|"|>x <| y<|"|>']
      .flatMap((unit) => detector.push(unit))
      .map((event) => (event.type === "tool-input-delta" ? event.inputTextDelta : ""));
    expect(shown.join("")).toBe('{"a":"x <| y"');
  });
});

describe("a fence that names a tool", () => {
  const options = withSyntax(syntaxes["tool-fence"]);

  it("is read where the app asks for it, with YAML or JSON in it", () => {
    const text = "```tool search c1\ninput:\n  query: tea\noutput: 3\n```\nok";
    expect(read(text)).toEqual({ text, calls: [] });
    expect(detectAtEveryCut(text, options)).toMatchObject({
      text: "ok",
      calls: [{ id: "c1", name: "search", args: { query: "tea" }, result: 3 }],
    });
    expect(read('```tool search\n{"input": {"query": "tea"}}\n```', options).calls).toEqual([
      ["search", { query: "tea" }],
    ]);
  });

  it("is code when it says something else", () => {
    for (const text of ["```tools\nx\n```\n", "```tool\nplain words\n```\n", "```tool a b c\nx: 1\n```\n"]) {
      expect(read(text, options)).toEqual({ text, calls: [] });
    }
    expect(read("```tool search\ninput:", options).calls).toEqual([["search", "incomplete"]]);
  });
});

describe("thought", () => {
  it("is told as reasoning, and holds no calls", () => {
    const call = '<tool_call>{"name":"f"}</tool_call>';
    const { text, reasoning, calls } = detectAtEveryCut(`<think>\nMaybe ${call}?</think>${call} Done.`);
    expect({ text, reasoning, count: calls.length }).toEqual({ text: " Done.", reasoning: `Maybe ${call}?`, count: 1 });
  });

  it("may follow a call, and goes on to the end without its closer", () => {
    const { text, reasoning } = detectAtEveryCut(
      '<tool_call>{"name":"f"}</tool_call><think>So</think>Ok.\n<think>Then </thi',
    );
    expect({ text, reasoning }).toEqual({ text: "Ok.\n", reasoning: "SoThen " });
  });

  it("is nothing where it is empty", () => {
    const { events, text } = detectAtEveryCut("<think>\n\n</think>\n\nHi");
    expect(events.some((event) => event.type === "reasoning-start")).toBe(false);
    expect(text).toBe("\n\nHi");
  });

  it("has other marks in other families", () => {
    for (const [opener, closer] of [
      ["<thinking>", "</thinking>"],
      ["<seed:think>", "</seed:think>"],
      ["[THINK]", "[/THINK]"],
      ["<|START_THINKING|>", "<|END_THINKING|>"],
      ["◁think▷", "◁/think▷"],
    ]) {
      expect(detectAtEveryCut(`${opener}Hm.${closer}Hi`)).toMatchObject({ reasoning: "Hm.", text: "Hi" });
    }
  });

  it("leaves the words in prose alone", () => {
    const text = "A <think> tag opens it, </think> closes it; <thinking aloud> too.";
    expect(detectAtEveryCut(text)).toMatchObject({ text, reasoning: "" });
  });
});

describe("ids in a text", () => {
  it("are not given twice to calls that are two", () => {
    const call = '<tool_call>{"id":"c1","name":"f"}</tool_call>';
    const ids = detectAtEveryCut(call + call).calls.map(({ id }) => id);
    expect(ids[0]).toBe("c1");
    expect(new Set(ids).size).toBe(2);
    const taken = '<tool_call>{"id":"tool-call-1","name":"f"}</tool_call><tool_call>{"name":"g"}</tool_call>';
    expect(new Set(detectAtEveryCut(taken, { generateId: () => "tool-call-1" }).calls.map(({ id }) => id)).size).toBe(
      2,
    );
  });
});
