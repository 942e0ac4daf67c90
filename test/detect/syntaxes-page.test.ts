import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createToolDetector, defaultSyntaxes, type StreamEvent, syntaxes, type ToolSyntax } from "../../src/core.js";
import { cutText } from "../cut-text.js";
import { slashCall } from "./own-syntax.js";

const page = readFileSync(new URL("../../docs/syntaxes.md", import.meta.url), "utf8");
const rows = [...page.matchAll(/^\| `([\w-]+)` +\| .+? \| (`+)( ?)(.+?)\3\2 +\| (on|off) +\|$/gm)].map(
  ([, name = "", , , example = "", state]) => ({
    name,
    example: example.replaceAll("⏎", "\n").replaceAll("\\|", "|").trimEnd(),
    isOn: state === "on",
  }),
);

function read(text: string, on: readonly ToolSyntax[], size = text.length): StreamEvent[] {
  const detector = createToolDetector({ syntaxes: on, tools: { getWeather: { city: "string" } } });
  return [...cutText(text, [size]).flatMap((delta) => detector.push(delta)), ...detector.end()];
}

const shown = (events: readonly StreamEvent[], type: "text-delta" | "reasoning-delta") =>
  events.map((event) => (event.type === type ? event.delta : "")).join("");
const calls = (events: readonly StreamEvent[]) =>
  events.flatMap((event) => (event.type === "tool-input-available" ? [[event.toolName, event.input]] : []));

describe("the page on syntaxes", () => {
  it("has each syntax once, and says rightly whether it is on", () => {
    expect(rows.map((row) => row.name).sort()).toEqual(Object.keys(syntaxes).sort());
    const on: readonly string[] = defaultSyntaxes.map((syntax) => syntax.name);
    for (const { name, isOn } of rows) expect([name, isOn]).toEqual([name, on.includes(name)]);
  });

  it.each(rows.filter((row) => row.name !== "think"))("shows a call of $name that is read", ({ name, example }) => {
    const alone = syntaxes[name as keyof typeof syntaxes];
    for (const size of [1, example.length]) {
      const events = read(example, [alone], size);
      expect(calls(events)).toEqual([["getWeather", { city: "Oslo" }]]);
      expect(shown(events, "text-delta").trim()).toBe("");
    }
  });

  it.each(rows.filter((row) => row.isOn && row.name !== "think"))(
    "shows a call of $name that is read with all that are on",
    ({ example }) => {
      expect(calls(read(example, defaultSyntaxes))).toEqual([["getWeather", { city: "Oslo" }]]);
    },
  );

  it.each(rows.filter((row) => !row.isOn))(
    "shows a call of $name that is text until it is asked for",
    ({ example }) => {
      const events = read(example, defaultSyntaxes);
      expect(calls(events)).toEqual([]);
      expect(shown(events, "text-delta")).toBe(example);
    },
  );

  it("shows a thought", () => {
    const example = rows.find((row) => row.name === "think")?.example ?? "";
    const events = read(example, [syntaxes.think]);
    expect(shown(events, "reasoning-delta")).toBe("The weather tool.");
    expect(shown(events, "text-delta")).toBe("");
  });
});

describe("a syntax of one's own", () => {
  const on = [slashCall, ...defaultSyntaxes];

  it("stands on the page as it is run here", () => {
    const file = readFileSync(new URL("own-syntax.ts", import.meta.url), "utf8");
    const [, written = ""] = page.match(/```ts\n(import type[^`]*?`[^`]*`[^`]*?)```\n\nUse it/) ?? [];
    expect(written).toBe(file.replace("../../src/core.js", "tooltalk/core"));
    expect(file.trimEnd().split("\n").length - 3).toBeLessThanOrEqual(20);
  });

  it("reads its calls beside all others, however they are cut", () => {
    const text = 'One.\n/call getWeather {"city": "Oslo"}\nTwo, not /call this.\n###:{"toolName":"a","parameters":{}}';
    for (const size of [1, 2, 3, 5, text.length]) {
      const events = read(text, on, size);
      expect(calls(events)).toEqual([
        ["getWeather", { city: "Oslo" }],
        ["a", {}],
      ]);
      expect(shown(events, "text-delta")).toBe("One.\nTwo, not /call this.\n");
    }
  });

  it("tells a call that was cut from one that is broken", () => {
    const reason = (text: string) =>
      read(text, on).flatMap((event) => (event.type === "tool-input-error" ? [event.reason] : []));
    expect(reason('/call getWeather {"city": "Os')).toEqual(["incomplete"]);
    expect(reason("/call getWeather Oslo\nand on")).toEqual(["malformed"]);
    expect(reason("/call \nnobody")).toEqual([]);
  });
});
