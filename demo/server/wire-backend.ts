import { z } from "zod";
import { type Backend, type Pace, streamBody } from "./backend.js";
import type { Line, Piece } from "./conversation.js";
import { answer } from "./script.js";

/** What a request comes to, in any protocol. */
export interface Asked {
  lines: Line[];
  /** Names of the tools that the browser says it has. */
  tools: string[];
}

/** How one provider is spoken with. */
export interface Wire<Body> {
  body: z.ZodType<Body>;
  /** @throws Refusal for a conversation that the provider would not take */
  read: (body: Body, request: Request) => Asked;
  /** The answer, a record an element. */
  write: (pieces: readonly Piece[], body: Body) => Iterable<string>;
  contentType: string;
  headers?: Record<string, string>;
  /** The body of an answer with status 400. */
  refuse: (message: string) => object;
}

/** What is wrong with a request, in the provider's words. */
export class Refusal extends Error {}

/** The scripted assistant, behind a provider's protocol. */
export function createWireBackend<Body>({ body: shape, read, write, ...wire }: Wire<Body>): Backend {
  return async (request, pace) => {
    const text = await request.text();
    try {
      const body = shape.parse(JSON.parse(text));
      const { lines, tools } = read(body, request);
      const records = atPace(write(answer(lines, tools), body), pace);
      const headers = { "content-type": wire.contentType, "cache-control": "no-cache, no-transform", ...wire.headers };
      return new Response(streamBody(records), { headers });
    } catch (error) {
      const message = refusalIn(error);
      if (message === undefined) throw error;
      return Response.json(wire.refuse(message), { status: 400 });
    }
  };
}

/** Undefined for a fault of the server's own. */
function refusalIn(error: unknown): string | undefined {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return error instanceof Refusal || error instanceof SyntaxError ? error.message : undefined;
}

async function* atPace(records: Iterable<string>, { thinkMs, deltaMs }: Pace): AsyncGenerator<string> {
  if (thinkMs > 0) await sleep(thinkMs);
  for (const record of records) {
    yield record;
    if (deltaMs > 0) await sleep(deltaMs);
  }
}

/** Without Node's own timers: this back end also runs in a page. */
function sleep(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}

/** A record of a stream of server-sent events. */
export function toSse(data: object | string, event?: string): string {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return `${event === undefined ? "" : `event: ${event}\n`}data: ${text}\n\n`;
}
