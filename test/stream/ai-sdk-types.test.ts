import type { UIMessage as UIMessage6, UIMessageChunk as UIMessageChunk6 } from "ai";
import type { UIMessage as UIMessage7, UIMessageChunk as UIMessageChunk7 } from "ai-v7";
import { describe, expectTypeOf, it } from "vitest";
import type { StreamEvent } from "../../src/stream/events.js";
import type { ChatMessage, MessagePart } from "../../src/stream/message.js";

/** Their fields that hold JSON of any shape: ours say `unknown` there, or leave the shape open. */
type OpenField =
  | "providerMetadata"
  | "callProviderMetadata"
  | "resultProviderMetadata"
  | "toolMetadata"
  | "messageMetadata"
  | "citations"
  | "parts"
  | "kind"
  /** A decision that was made by what came of the call is written out when the message leaves. */
  | "approval";

/** Ours without the fields that theirs does not have; which of them are optional stays. */
type Common<Ours, Theirs> = {
  [Key in keyof Ours as Key extends keyof Theirs ? Key : never]: Key extends OpenField
    ? Key extends keyof Theirs
      ? Theirs[Key]
      : never
    : Exclude<Ours[Key], undefined>;
};

/** A reason that only version 7 knows. */
type Without7<Event> = Event extends { finishReason?: infer Reason }
  ? Omit<Event, "finishReason"> & { finishReason?: Exclude<Reason, "interrupted" | undefined> }
  : Event;

type Named<Union, Name> = Extract<Union, { type: Name }>;

describe("the vocabulary of events", () => {
  it("takes every chunk of AI SDK 6 and 7", () => {
    expectTypeOf<UIMessageChunk6>().toExtend<StreamEvent>();
    expectTypeOf<UIMessageChunk7>().toExtend<StreamEvent>();
  });

  it("gives chunks of AI SDK 6 where it uses their names", () => {
    type Held = {
      [Name in UIMessageChunk6["type"]]: Common<Without7<Named<StreamEvent, Name>>, Named<UIMessageChunk6, Name>>;
    };
    type Theirs = { [Name in UIMessageChunk6["type"]]: Named<UIMessageChunk6, Name> };
    expectTypeOf<Held>().toExtend<Theirs>();
  });

  it("gives chunks of AI SDK 7 where it uses their names", () => {
    type Held = { [Name in UIMessageChunk7["type"]]: Common<Named<StreamEvent, Name>, Named<UIMessageChunk7, Name>> };
    type Theirs = { [Name in UIMessageChunk7["type"]]: Named<UIMessageChunk7, Name> };
    expectTypeOf<Held>().toExtend<Theirs>();
  });
});

describe("the shape of a message", () => {
  it("takes every message of AI SDK 6 and 7", () => {
    expectTypeOf<UIMessage6>().toExtend<ChatMessage>();
    expectTypeOf<UIMessage7>().toExtend<ChatMessage>();
  });

  type Plain = Exclude<MessagePart["type"], "dynamic-tool" | `tool-${string}`>;

  it("gives parts of AI SDK 6 where it uses their names", () => {
    type Part = UIMessage6["parts"][number];
    type Name = Extract<Plain, Part["type"]>;
    type Held = { [N in Name]: Common<Named<MessagePart, N>, Named<Part, N>> };
    expectTypeOf<Held>().toExtend<{ [N in Name]: Named<Part, N> }>();
  });

  it("gives parts of AI SDK 7 where it uses their names", () => {
    type Part = UIMessage7["parts"][number];
    type Held = { [N in Plain]: Common<Named<MessagePart, N>, Named<Part, N>> };
    expectTypeOf<Held>().toExtend<{ [N in Plain]: Named<Part, N> }>();
  });

  it("gives calls in each of their states", () => {
    type Ours = Extract<MessagePart, { type: "dynamic-tool" }>;
    type Theirs6 = Extract<UIMessage6["parts"][number], { type: "dynamic-tool" }>;
    type Theirs7 = Extract<UIMessage7["parts"][number], { type: "dynamic-tool" }>;
    // What the tool gave beside an error has no place in theirs.
    type Shared<Part> = Omit<Part, Part extends { state: "output-error" } ? "output" : never>;
    type Held<Theirs extends { state: string }> = {
      [State in Ours["state"]]: Common<Shared<Extract<Ours, { state: State }>>, Extract<Theirs, { state: State }>>;
    };
    expectTypeOf<Held<Theirs6>>().toExtend<{ [S in Ours["state"]]: Extract<Theirs6, { state: S }> }>();
    expectTypeOf<Held<Theirs7>>().toExtend<{ [S in Ours["state"]]: Extract<Theirs7, { state: S }> }>();
  });
});
