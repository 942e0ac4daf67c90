import { it, vi } from "vitest";
import { RandomWalk } from "./random-walk.js";

it("debug", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const [options, moves] = JSON.parse(process.env.CASE ?? "[]");
  const walk = new RandomWalk(options);
  const show = (what: string) =>
    console.log(
      what,
      walk.chat.store.getState().status,
      JSON.stringify(
        walk.chat.messages.map((m) => [
          m.id,
          m.parts.map((p) =>
            "toolCallId" in p
              ? [p.toolCallId, p.type === "dynamic-tool" && p.toolName, p.state, "reason" in p && p.reason]
              : p.type,
          ),
        ]),
      ),
      "req",
      walk.chat.server.requests.length,
      "stream",
      walk.chat.server.isStreaming,
      "runs",
      walk.chat.runs
        .map((r) => r.toolCallId + (r.isDone ? " done" : r.context.signal.aborted ? " aborted" : " live"))
        .join(),
      walk.chat.store.getState().error?.message ?? "",
    );
  walk.chat.store.subscribe(() => {
    if (process.env.V) show("   ");
  });
  await walk.go({ what: "send", pick: 0, n: 0 });
  show("send");
  for (const move of moves) {
    try {
      await walk.go(move);
    } finally {
      show(JSON.stringify(move));
    }
  }
  try {
    await walk.finish();
  } finally {
    show("finish");
  }
});
