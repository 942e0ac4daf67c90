import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { Connect, Plugin } from "vite";
import type { Backend, Pace } from "./backend.js";
import { backends } from "./backends.js";

/** The demo's back ends, inside `vite` and `vite preview`. */
export function backendPlugin({ thinkMs = 350, deltaMs = 15 }: Partial<Pace> = {}): Plugin {
  const mount = (middlewares: Connect.Server) => {
    for (const [protocol, backend] of backends) {
      middlewares.use(`/api/${protocol}`, (incoming, outgoing, next) => {
        serve(backend, { thinkMs, deltaMs }, incoming, outgoing).catch(next);
      });
    }
  };
  return {
    name: "tooltalk-demo-backend",
    configureServer: (server) => mount(server.middlewares),
    configurePreviewServer: (server) => mount(server.middlewares),
  };
}

async function serve(backend: Backend, pace: Pace, incoming: IncomingMessage, outgoing: ServerResponse) {
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  const response = await answer(backend, pace, incoming, gone.signal);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) outgoing.end();
  else
    await pipeline(Readable.fromWeb(response.body as NodeReadableStream), outgoing).catch(ignoreWhenGone(gone.signal));
}

/** JSON alone is taken: a page of another origin cannot send it without asking, and so cannot spend the key. */
async function answer(backend: Backend, pace: Pace, incoming: IncomingMessage, signal: AbortSignal): Promise<Response> {
  const { method = "GET", url = "/", headers } = incoming;
  if (method !== "POST") return refuse(405, `This back end takes POST, and got ${method}.`);
  if (!headers["content-type"]?.startsWith("application/json")) return refuse(415, "This back end takes JSON.");
  const request = new Request(new URL(url, "http://localhost"), {
    method,
    headers: Object.entries(headers).filter((header): header is [string, string] => typeof header[1] === "string"),
    body: await readText(incoming),
    signal,
  });
  return backend(request, pace).catch((error: unknown) => refuse(400, String(error)));
}

function refuse(status: number, message: string): Response {
  return Response.json({ error: { message } }, { status });
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Stop in mid-stream closes the connection: that is no fault. */
function ignoreWhenGone(signal: AbortSignal): (error: unknown) => void {
  return (error) => {
    if (!signal.aborted) throw error;
  };
}
