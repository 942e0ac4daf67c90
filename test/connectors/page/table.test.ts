import {
  anthropic,
  type Connector,
  gemini,
  type MessagePart,
  ollama,
  openaiChat,
  openaiResponses,
} from "tooltalk/core";
import { describe, expect, it } from "vitest";
import { bodyOf, requestOf } from "../conversation.js";
import { fileOf, hear, ownCall, question, tell } from "./exchange.js";
import { has } from "./json.js";
import { readTable, words } from "./markdown.js";
import { probes } from "./probes.js";
import { said } from "./said.js";
import { subjects } from "./subjects.js";
import { wires } from "./wire.js";

const [[, ...columns] = [], ...rows] = readTable("## What each can carry");
const cells = rows.flatMap(([row = "", ...all]) => columns.map((column, index) => ({ row, column, says: all[index] })));

describe("the table of what each connector can carry", () => {
  it("has each connector, and a probe for each row", () => {
    expect(columns).toEqual(subjects.map(({ name }) => name));
    expect(rows.map(([row]) => row)).toEqual(Object.keys(probes));
  });

  it.each(cells)("$row, $column: $says", async ({ row, column, says }) => {
    const subject = subjects.find(({ name }) => name === column);
    const probe = probes[row];
    if (subject === undefined || probe === undefined) throw new Error(`There is no ${row} of ${column} here.`);
    expect({ row, column, says: await probe(subject) }).toEqual({ row, column, says });
  });

  it.each(subjects)("is tried with whole answers of $name", async ({ wire, ...subject }) => {
    for (const [thing, answer] of Object.entries(wire)) {
      const { events } = await hear(subject, String(answer));
      expect([thing, events.filter(({ type }) => type === "error")]).toEqual([thing, []]);
      expect([thing, events.at(-1)?.type]).toEqual([thing, "finish"]);
    }
  });
});

describe("its notes", () => {
  it.each(["reasoning_content", "reasoning_details"] as const)("¹ reasoning goes back as %s", async (reasoning) => {
    expect(words).toContain(`"${reasoning}"`);
    const isSigned = reasoning === "reasoning_details";
    const connector = openaiChat({ reasoning });
    const back = async (answer: string | undefined) =>
      tell({ connector }, (await hear({ connector }, answer)).message.parts);
    expect(has(await back(wires.openaiChat?.thoughts), said.thoughts)).toBe(true);
    expect(has(await back(wires.openaiChat?.signed), said.secret)).toBe(isSigned);
  });

  it("² Gemini's arguments that come in pieces are read once they are whole", async () => {
    expect(words).toContain("² Gemini's streamed arguments are read; they show when they are whole.");
    const { events } = await hear({ connector: gemini() }, wires.gemini?.calls);
    const inputs = events.flatMap((event) => (event.type === "tool-input-available" ? [event.input] : []));
    expect(inputs).toEqual(said.cities.map((city) => ({ city })));
  });

  it("³ Anthropic is sent the pictures of an MCP result", async () => {
    expect(words).toContain("³ With the pictures of an MCP result, so that the model sees them.");
    const output = { content: [{ type: "image", mimeType: "image/png", data: said.picture }] };
    const body = await tell({ connector: anthropic() }, [ownCall({ state: "output-available", output })]);
    expect(JSON.stringify(body)).toContain(`"media_type":"image/png","data":"${said.picture}"`);
  });

  it.each([
    ["audio/wav", "wav"],
    ["audio/mpeg", "mp3"],
  ])("⁴ OpenAI's chat is sent %s as sound", async (mediaType, format) => {
    expect(words).toContain("audio as WAV or MP3");
    const body = await withFile(openaiChat(), fileOf(mediaType, "UklGRg=="));
    expect(JSON.stringify(body)).toContain(JSON.stringify({ data: "UklGRg==", format }));
  });

  it.each([openaiResponses(), anthropic(), ollama()])("names a file that $name cannot be given", async (connector) => {
    const clip: MessagePart = { type: "file", mediaType: "audio/wav", url: "data:audio/wav;base64,UklGRg==" };
    expect(words).toContain("named in its place: `[clip.wav (audio/wav)]`");
    expect(has(await withFile(connector, { ...clip, filename: "clip.wav" }), "[clip.wav (audio/wav)]")).toBe(true);
  });
});

function withFile(connector: Connector, file: MessagePart): Promise<unknown> {
  return bodyOf(connector, requestOf([{ ...question, parts: [...question.parts, file] }]));
}
