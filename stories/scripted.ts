import { aiSdk } from "../src/connectors/ai-sdk.js";
import type { Connector } from "../src/connectors/connector.js";

const pause = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs));

/**
 * A back end that gives one prepared answer after the other.
 * @param answers  each in deltas, or an error in its place; past the last one answers are empty
 */
export function scripted(answers: readonly (readonly string[] | Error)[], delayMs = 60): Connector {
  let next = 0;
  return aiSdk({
    url: "https://chat.example/api",
    fetch: async () => {
      const answer = answers[next] ?? [];
      next += 1;
      await pause(delayMs * 2);
      if (answer instanceof Error) return new Response(answer.message, { status: 429 });
      return new Response(stream(answer, delayMs), { headers: { "content-type": "text/event-stream" } });
    },
  });
}

function stream(deltas: readonly string[], delayMs: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async start(controller) {
      const send = (event: object) => controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
      send({ type: "start" });
      send({ type: "start-step" });
      send({ type: "text-start", id: "t" });
      for (const delta of deltas) {
        await pause(delayMs);
        send({ type: "text-delta", id: "t", delta });
      }
      send({ type: "text-end", id: "t" });
      send({ type: "finish-step" });
      send({ type: "finish" });
      controller.enqueue(encoder.encode("data: [DONE]\n\n"));
      controller.close();
    },
  });
}
