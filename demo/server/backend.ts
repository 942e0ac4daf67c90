/** One back end, as a route of a real server would be: a request in, its answer out. */
export type Backend = (request: Request, pace: Pace) => Promise<Response>;

/** How fast the scripted assistant speaks. */
export interface Pace {
  /** Before its first word. */
  thinkMs: number;
  /** Between two deltas. */
  deltaMs: number;
}

/** A body that is written as it is read, and no further once the reader has gone. */
export function streamBody(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const next = await texts.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    cancel: async () => {
      await texts.return(undefined);
    },
  });
}
