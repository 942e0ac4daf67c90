import { describe, expect, test } from "vitest";
import type { ChatStatus } from "../../src/chat/state.js";
import { type Announced, announce } from "../../src/components/Announcer/announce.js";
import { labels } from "../../src/labels.js";
import type { ChatMessage } from "../../src/stream/message.js";
import { assistant, calls, fails, oneTool, outcomes, returns, says, step, user } from "../../stories/scenes.js";

type Moment = [messages: ChatMessage[], status: ChatStatus, error?: string];

/** What is said while a conversation goes through these moments; urgent words are in capitals. */
function heard(first: Moment, ...moments: Moment[]): string[] {
  const said: string[] = [];
  let state: Announced = { messages: first[0], status: first[1], error: first[2], said: [], count: 0 };
  for (const [messages, status, error] of moments) {
    const next = announce(state, { messages, status, error }, labels);
    for (const each of next.said) {
      if (each.id >= state.count) said.push(each.isUrgent ? each.text.toUpperCase() : each.text);
    }
    state = next;
  }
  return said;
}

const asked = user("Weather?");

describe("what a screen reader hears", () => {
  test("of an answer: that it is ready, and none of its tokens", () => {
    const growing = Array.from(
      { length: 60 },
      (_, index): Moment => [[asked, assistant(says("word ".repeat(index + 1)))], "streaming"],
    );
    const end: Moment = [[asked, assistant(says("word ".repeat(60)))], "ready"];
    expect(heard([[], "ready"], [[asked, oneTool.thinking], "submitted"], ...growing, end)).toEqual(["Answer ready"]);
  });

  test("of a call: that it runs, that it is done, that the answer is ready", () => {
    expect(
      heard(
        [[asked], "submitted"],
        [[asked, oneTool.writing], "streaming"],
        [[asked, oneTool.running], "streaming"],
        [[asked, oneTool.running], "running"],
        [[asked, oneTool.done], "submitted"],
        [[asked, oneTool.answered], "streaming"],
        [[asked, oneTool.answered], "ready"],
      ),
    ).toEqual(["Running getWeather", "getWeather done", "Answer ready"]);
  });

  test("of two calls at once: each by itself", () => {
    const both = [...calls("a", "one"), ...calls("b", "two")];
    expect(
      heard(
        [[asked], "submitted"],
        [[asked, assistant(both)], "running"],
        [[asked, assistant([...both, ...fails("b", "no"), ...returns("a", 1)])], "running"],
        [[asked, assistant([...both, ...fails("b", "no"), ...returns("a", 1), step, ...says("Well.")])], "ready"],
      ),
    ).toEqual(["Running one", "Running two", "one done", "two failed", "Answer ready"]);
  });

  test("of a call that needs approval", () => {
    expect(heard([[asked], "submitted"], [[asked, outcomes.waiting], "running"])).toEqual([
      "APPROVAL NEEDED: DELETENOTES. ALT+A GOES TO IT.",
    ]);
  });

  test("of an error: its words, at once; and again when it comes again", () => {
    expect(
      heard(
        [[asked], "submitted"],
        [[asked], "error", "Too many requests"],
        [[asked], "submitted"],
        [[asked], "error", "Too many requests"],
      ),
    ).toEqual(["TOO MANY REQUESTS", "TOO MANY REQUESTS"]);
  });

  test("of a stop before anything came", () => {
    expect(heard([[asked], "submitted"], [[asked], "ready"])).toEqual(["Stopped"]);
  });

  test("of a conversation that is loaded: nothing", () => {
    const history = [asked, oneTool.answered, user("And?", "u2"), { ...outcomes.failed, id: "a2" }];
    expect(heard([[], "ready"], [history, "ready"])).toEqual([]);
  });
});
