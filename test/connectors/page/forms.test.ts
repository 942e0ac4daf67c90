import type { Decoder, ProtocolName } from "tooltalk/core";
import * as core from "tooltalk/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { decodeAll } from "../../recordings.js";
import { requestOf } from "../conversation.js";
import { hear, question } from "./exchange.js";
import { page, readTable } from "./markdown.js";
import { said, toLines, toSse } from "./said.js";
import { makers } from "./subjects.js";
import { wires } from "./wire.js";

const [, ...rows] = readTable("# Connectors");
const bare = (cell = "") => cell.replaceAll(/[`"]/g, "");
const all = rows.map(([connector, decoder, , form = "", url]) => ({
  connector: bare(connector),
  decoder: bare(decoder),
  forms: form.split(", "),
  url: bare(url),
}));
const known = all.filter(({ connector }) => connector !== "custom");
/** The compiler says that none is missing. */
const protocols: Readonly<Record<ProtocolName, true>> = {
  latitude: true,
  "ai-sdk": true,
  "ai-sdk-v4": true,
  "ai-sdk-parts": true,
  "openai-chat": true,
  "openai-responses": true,
  anthropic: true,
  gemini: true,
  "ag-ui": true,
  ollama: true,
  langgraph: true,
};

/** Records of the same answer, of the formats that have no connector. */
const parts = [
  { type: "start-step" },
  { type: "text-start", id: "0" },
  { type: "text-delta", id: "0", text: said.text },
  { type: "text-end", id: "0" },
  { type: "finish", finishReason: "stop" },
];
const message = [{ type: "AIMessageChunk", id: "m1", content: said.text }, { langgraph_node: "agent" }];

/** The answer as it comes in a form that the page names. */
function answerIn(form: string, decoder: string, connector: string): string {
  if (decoder === "ai-sdk-v4")
    return `f:{"messageId":"m"}\n0:${JSON.stringify(said.text)}\nd:{"finishReason":"stop"}\n`;
  if (decoder === "langgraph") {
    return form === "SSE" ? toSse([message], () => "messages") : toLines([["messages", message]]);
  }
  const usual = wires[connector]?.text ?? toSse(parts);
  const data = [...usual.matchAll(/^(?:data: )?(\{.*\})$/gm)].map(([, json = ""]) => JSON.parse(json) as object);
  switch (form) {
    case "SSE":
      return usual;
    case "JSON lines":
      return toLines(data);
    case "one JSON array":
      return JSON.stringify(data, null, 2);
    default:
      throw new Error(`The form ${form} is not known here.`);
  }
}

function textOf(decoder: Decoder, answer: string): string {
  const events = decodeAll(decoder, answer);
  expect(events.filter(({ type }) => type === "error")).toEqual([]);
  return events.map((event) => (event.type === "text-delta" ? event.delta : "")).join("");
}

afterEach(() => vi.unstubAllGlobals());

describe("the table of connectors", () => {
  it("has each connector of the entry", () => {
    const named = all.flatMap(({ connector }) => (connector === "–" ? [] : [connector]));
    expect(named).toEqual([...Object.keys(makers), "custom"]);
    expect(named.filter((name) => !Object.hasOwn(core, name))).toEqual([]);
  });

  it("has each decoder that there is", () => {
    expect(known.map(({ decoder }) => decoder)).toEqual(Object.keys(protocols));
  });

  it.each(known.flatMap((row) => row.forms.map((form) => ({ ...row, form }))))(
    "$decoder is read as $form",
    ({ decoder, form, connector }) => {
      const answer = answerIn(form, decoder, connector);
      expect(textOf(core.createDecoder(decoder as ProtocolName), answer)).toBe(said.text);
      expect(textOf(core.createDecoder("auto"), answer)).toBe(said.text);
    },
  );

  it.each(known.filter(({ connector }) => connector !== "–"))("$connector asks $url", async ({ connector, url }) => {
    vi.stubGlobal("location", { href: "https://page.example/chat/1" });
    const asked = (await makers[connector]?.().encode(requestOf([question])))?.url.replace(
      "https://page.example/",
      "/",
    );
    if (connector === "gemini") {
      expect(url).toBe("the model's address at Google");
      expect(asked).toMatch(/^https:\/\/generativelanguage\.googleapis\.com\/.*\/models\/gemini-3-flash:/);
    } else expect(asked).toBe(url);
  });

  it.each(Object.entries(makers))(
    "is followed by options that %s takes, functions asked afresh",
    async (_name, make) => {
      expect(page).toContain(
        "Every one takes `url`, `headers`, `token` (sent as `Authorization: Bearer …`), `credentials`, `fetch` and",
      );
      const fetch = vi.fn<typeof globalThis.fetch>();
      const onUnknown = vi.fn();
      const token = vi.fn(async () => `t${token.mock.calls.length}`);
      const headers = vi.fn(() => ({ "x-turn": String(headers.mock.calls.length) }));
      const connector = make({
        url: "https://example.com/ask",
        headers,
        token,
        credentials: "include",
        fetch,
        onUnknown,
      });
      for (const turn of ["1", "2"]) {
        const request = await connector.encode(requestOf([question]));
        expect([request.url, request.credentials]).toEqual(["https://example.com/ask", "include"]);
        expect(request.headers.get("x-turn")).toBe(turn);
        expect(request.headers.get("authorization")).toBe(`Bearer t${turn}`);
      }
      expect(connector.fetch).toBe(fetch);
      await hear({ connector }, toSse([{ type: "nonsense" }]));
      expect(onUnknown).toHaveBeenCalledWith({ type: "nonsense" });
    },
  );
});
