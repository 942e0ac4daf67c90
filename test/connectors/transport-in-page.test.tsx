import { expect, it } from "vitest";
import { aiSdk } from "../../src/connectors/ai-sdk.js";
import { streamAnswer } from "../../src/connectors/transport.js";
import { collect, fetchOf, requestOf } from "./conversation.js";

it("a page's abort signal and its address serve a request", async () => {
  const { fetch, requests } = fetchOf(new Response('data: {"type":"finish"}\n\n'));
  const { signal } = new AbortController();
  const events = await collect(streamAnswer(aiSdk({ fetch }), requestOf([], { signal })));
  expect(events).toEqual([{ type: "finish" }]);
  expect(requests[0]?.url).toBe(new URL("/api/chat", location.href).href);
});
