import type { ToolSyntax } from "../../src/core.js";

/** A command on a line of its own: `/call getWeather {"city": "Oslo"}` */
export const slashCall: ToolSyntax = {
  name: "slash-call",
  openers: ["/call "],
  at: "line",
  *read(context) {
    const name = yield* context.source.takeWhile((code) => code > 32, 64);
    if (name === "" || !(yield* context.source.take(" "))) return false;
    const call = context.start({ name });
    const json = yield* context.source.takeLine();
    call.delta(json.trimEnd());
    try {
      call.finish(JSON.parse(json));
    } catch {
      const isCut = !json.endsWith("\n");
      call.fail(isCut ? "incomplete" : "malformed", "The arguments behind /call are not JSON.");
    }
    return true;
  },
};
