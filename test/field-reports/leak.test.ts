import { describe, expect, it, vi } from "vitest";
import { getToolCalls } from "../../src/chat/message.js";
import type { StreamEvent } from "../../src/stream/events.js";
import type { ToolFunction } from "../../src/tools/definition.js";
import { callsOf, chat, lastMessage, text } from "../chat/chat.js";
import { decodeChunks, inPieces, openaiChunks, outline, readGroups, readText, sse, textOf } from "./shown.js";

/** Plays the chunks as the text of an answer to a chat whose tool counts its runs. */
async function runs(chunks: readonly string[], name: string) {
  const tool = vi.fn<ToolFunction>(() => "done");
  const events: StreamEvent[] = chunks.map((delta) => ({ type: "text-delta", id: "t", delta }));
  const { store } = chat([events], { tools: { [name]: tool } });
  await store.getState().send("Go");
  return { tool, store };
}

describe("a call that comes twice", () => {
  const records = sse(
    ...openaiChunks(
      { delta: { content: '{"name": "check_badge",' } },
      { delta: { content: ' "arguments": {"badge": "K-77"}}' } },
      {
        delta: {
          tool_calls: [{ index: 0, id: "c9", function: { name: "check_badge", arguments: '{"badge":"K-77"}' } }],
        },
      },
      { finish_reason: "tool_calls" },
    ),
  );

  it("runs once when it comes as text and then natively, and its JSON is never read (B01-03)", async () => {
    const { steps } = readGroups(decodeChunks("openai-chat", records), {});
    expect(steps.map(textOf).join("")).toBe("");
    const badge = vi.fn<ToolFunction>(() => "ok");
    const { store, requests } = chat([decodeChunks("openai-chat", records).flat(), text("Fine.")], {
      tools: { check_badge: badge },
    });
    await store.getState().send("Check");
    expect(badge.mock.calls.map(([input]) => input)).toEqual([{ badge: "K-77" }]);
    expect(callsOf(store)).toMatchObject([{ name: "check_badge", status: "completed", result: "ok" }]);
    expect(textOf(lastMessage(store))).toBe("Fine.");
    expect(requests).toHaveLength(2);
  });
});

describe("a block of details that stands for a call", () => {
  it("is a row, and no half of its tags is ever read (B01-05)", () => {
    const chunks = [
      '<details type="tool_calls" done="true" id="z1">\n<summary>',
      'swap_label</summary>\n{"row":4,"to":"Blue"}\n</det',
      "ails>\nDone.",
    ];
    const { steps, message } = readText(chunks);
    expect(steps.map((step) => textOf(step).trim())).toEqual(["", "", "Done."]);
    expect(getToolCalls(message)).toMatchObject([{ id: "z1", name: "swap_label", args: { row: 4, to: "Blue" } }]);
  });
});

describe("where a call may stand", () => {
  it("is anywhere in a line, and other tags stay text (B01-07)", () => {
    const { message } = readText([
      "I will look: <to",
      'ol name="find_jar">{"shelf":3}</tool> and <note>yes</note>, also x<y.',
    ]);
    expect(outline(message)).toBe('I will look: [find_jar {"shelf":3}] and <note>yes</note>, also x<y.');
  });

  it("is between any two texts, as often as it comes (B01-09)", async () => {
    const chunks = [
      "A.\n",
      '<tool name="find_jar">{"shelf":1}</tool>\n',
      "B.\n",
      '<tool name="find_jar">{"shelf":2}</tool>\n',
      "C.",
    ];
    const { message } = readText(chunks);
    expect(outline(message).replaceAll("\n", "")).toBe('A.[find_jar {"shelf":1}]B.[find_jar {"shelf":2}]C.');
    const { tool } = await runs(chunks, "find_jar");
    expect(tool.mock.calls.map(([input]) => input)).toEqual([{ shelf: 1 }, { shelf: 2 }]);
  });

  it("is before a sentence, which is not lost (B01-10)", () => {
    const chunks = ['###:{"name":"tide_at","arguments":{"port":"Faro"}}', " I asked for the tide."];
    expect(outline(readText(chunks).message)).toBe('[tide_at {"port":"Faro"}] I asked for the tide.');
  });
});

describe("an example in code", () => {
  it("is no call at any size of the pieces, and stands there whole (B01-11)", async () => {
    const whole = 'Here is the shape:\n\n```xml\n<tool name="wipe_disk">{"unit":"B"}</tool>\n```\n\nThat is all.';
    for (const size of [1, 7, 1000]) {
      expect(outline(readText(inPieces(whole, size)).message)).toBe(whole);
      const { tool, store } = await runs(inPieces(whole, size), "wipe_disk");
      expect(tool).not.toHaveBeenCalled();
      expect(outline(lastMessage(store))).toBe(whole);
    }
  });

  it("is no call while its fence is open, nor behind it (B01-12)", async () => {
    const chunks = ["Docs:\n```\n", '###:{"name":"open_gate","arguments":{"id":7}}', "\n", "```\n"];
    const { steps, message } = readText(chunks);
    const written = chunks.map((_, at) => chunks.slice(0, at + 1).join(""));
    expect(steps.map(outline)).toEqual(written);
    expect(outline(message)).toBe(chunks.join(""));
    for (const end of [3, 4]) expect((await runs(chunks.slice(0, end), "open_gate")).tool).not.toHaveBeenCalled();
  });

  it("is no call far behind the line that opened its fence (B01-13)", () => {
    const filler = "One of many lines of a log that was pasted here.\n".repeat(300);
    const chunks = ["```text\n", filler, '<tool name="open_gate">{"id":7}</tool>\n', "```\n"];
    for (const pieces of [chunks, inPieces(chunks.join(""), 5)]) {
      expect(outline(readText(pieces).message)).toBe(chunks.join(""));
    }
  });
});

describe("what is held back", () => {
  it("is an opener in pieces, and nothing behind the call (B01-14)", () => {
    const { steps, message } = readText(["<to", 'ol name="find_jar"', '>{"shelf":2}</tool>', "Ready"]);
    expect(steps.map(textOf)).toEqual(["", "", "", "Ready"]);
    expect(outline(message)).toBe('[find_jar {"shelf":2}]Ready');
  });

  it("comes out with the next piece when it only began like an opener (B01-15)", () => {
    const chunks = ["Label it <tool", "shed> please, and ###", " Garden rules"];
    const { steps } = readText(chunks);
    expect(steps.map(outline)).toEqual([
      "Label it ",
      "Label it <toolshed> please, and ",
      "Label it <toolshed> please, and ### Garden rules",
    ]);
  });

  it("comes out in full at the end of the stream when it was no call (B01-16)", async () => {
    const sentence = "Please <tool the changes in gently and keep going.";
    expect(outline(readText([sentence]).message)).toBe(sentence);
    const { store } = await runs([sentence], "tool");
    expect(outline(lastMessage(store))).toBe(sentence);
  });

  it("is a failed call where the stream ends inside one, and nothing of its arguments is prose (B01-17)", async () => {
    const { tool, store } = await runs(['<tool name="copy_row">{"from":3,"to":'], "copy_row");
    expect(tool).not.toHaveBeenCalled();
    expect(callsOf(store)).toMatchObject([{ name: "copy_row", status: "error" }]);
    expect(textOf(lastMessage(store))).toBe("done"); // the next answer: the model was told
    expect(readText(["a <", " b"]).steps.map(textOf)).toEqual(["a ", "a < b"]);
    expect(textOf(readText(["a <"]).message)).toBe("a <");
  });

  it("is the tag of a thought that comes in two pieces (B01-22)", () => {
    const { steps, message } = readText(["<th", "ink>hm</think>", "Hi"]);
    expect(steps.map(textOf)).toEqual(["", "", "Hi"]);
    expect(message.parts).toMatchObject([
      { type: "reasoning", text: "hm" },
      { type: "text", text: "Hi" },
    ]);
  });

  it("is a call that comes letter by letter; without arguments its input is an empty object (B01-25)", async () => {
    const chunks = [...'<tool name="ping_all"></tool>Done'];
    const { steps } = readText(chunks);
    for (const step of steps) expect("Done".startsWith(textOf(step))).toBe(true);
    const { tool, store } = await runs(chunks, "ping_all");
    expect(tool.mock.calls.map(([input]) => input)).toEqual([{}]);
    expect(textOf(lastMessage(store))).toContain("Done");
  });
});

it("a note's own title is no call, and a half marker is not read (B01-28)", () => {
  const [note, tool, tip] = [
    "> [!note] Mind the step\n> It is wet.\n\n",
    "> [!tool tide_at]\n> port: Faro\n\n",
    "> [!TIP]\n> ok\n",
  ];
  const { message } = readText([note, tool, tip]);
  expect(textOf(message).replace(/\n+/g, "\n")).toBe(`${note}${tip}`.replace(/\n+/g, "\n"));
  expect(getToolCalls(message)).toMatchObject([{ name: "tide_at" }]);
  for (const step of readText([...`${note}${tool}${tip}`]).steps) {
    expect(textOf(step)).not.toMatch(/\[!to/);
  }
});
