/**
 * Calls `flush` once in the next frame, however often it is asked. Where no frames come (a hidden page, no page at all)
 * a timer stands in, so that nothing waits for ever.
 */
export function createFrameScheduler(flush: () => void): { request: () => void; flushNow: () => void } {
  let cancel: (() => void) | undefined;
  const run = () => {
    cancel?.();
    cancel = undefined;
    flush();
  };
  return {
    request() {
      cancel ??= onNextFrame(run);
    },
    flushNow: run,
  };
}

const FRAME_MS = 16;
/** A page that is hidden gets no frames; it is behind by this much at most. */
const HIDDEN_MS = 100;

function onNextFrame(run: () => void): () => void {
  if (typeof requestAnimationFrame !== "function") {
    const timer = setTimeout(run, FRAME_MS);
    return () => clearTimeout(timer);
  }
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, HIDDEN_MS);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
