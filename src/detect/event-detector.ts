import type { StreamEvent, TextEndEvent, TextStartEvent } from "../stream/events.js";
import { CallIds } from "./call-ids.js";
import { createSyntaxDetector, type SyntaxDetectorOptions, type ToolDetector } from "./detector.js";
import { Echo, type EchoedCall } from "./echo.js";
import { defaultSyntaxes } from "./syntaxes/index.js";
import type { ToolDetectorOptions } from "./tool-detector.js";
import { callKey, TwinCalls } from "./twin-calls.js";

export interface EventDetectorOptions extends Omit<ToolDetectorOptions, "textId"> {
  /** Whether another call of the conversation has an id: a call with it in a text then gets another. @default none has */
  isIdTaken?: ((id: string) => boolean) | undefined;
}

export interface EventDetector {
  push(event: StreamEvent): StreamEvent[];
  /** The stream is over: text that was held back comes out. */
  end(): StreamEvent[];
}

/**
 * Finds the calls inside the text blocks of a stream, and passes every other event through. A call that comes both in
 * the text and natively within one step is one call: the first to come keeps its id. JSON that stands in the text alone
 * and then comes as a native call is that call's echo, and nobody's to read.
 * Cost: that of the detector; one detector a text block.
 */
export function createEventDetector(options: EventDetectorOptions = {}): EventDetector {
  return new BlockDetectors(options);
}

interface Block {
  readonly detector: ToolDetector;
  readonly echo: Echo;
  /** The block's own start, until its first text comes out. */
  start: TextStartEvent | undefined;
  /** The block's own end, while its text still waits. */
  end: TextEndEvent | undefined;
  /** Something in the text was no text. */
  hasFindings: boolean;
}

class BlockDetectors implements EventDetector {
  readonly #options: SyntaxDetectorOptions;
  readonly #ids: CallIds;
  readonly #blocks = new Map<string, Block>();
  #twins = new TwinCalls();
  /** Native calls that a text which waits may be the echo of, with their events so far. */
  readonly #held = new Map<string, StreamEvent[]>();

  constructor(options: EventDetectorOptions) {
    this.#options = { ...options, syntaxes: options.syntaxes ?? defaultSyntaxes };
    this.#ids = new CallIds(options);
  }

  push(event: StreamEvent): StreamEvent[] {
    switch (event.type) {
      case "text-start":
        return this.#before(event.id, () => {
          this.#open(event.id, event);
          return [];
        });
      case "text-delta":
        return this.#before(event.id, () => this.#found(event.id, this.#open(event.id).detector.push(event.delta)));
      case "text-end":
        return this.#before(event.id, () => this.#close(event.id, event));
      case "reset-step":
        this.#blocks.clear();
        this.#held.clear();
        this.#twins = new TwinCalls();
        return [event];
      case "start-step":
      case "finish-step":
      case "finish":
      case "abort":
      case "error": {
        const events = [...this.end(), event];
        if (event.type !== "error") this.#twins = new TwinCalls();
        return events;
      }
      case "ping":
      case "message-metadata":
        return [event];
      default:
        return this.#pass(event);
    }
  }

  end(): StreamEvent[] {
    const ends = [...this.#blocks.keys()].flatMap((id) => this.#close(id, undefined, true));
    return [...ends, ...this.#releaseHeld(), ...this.#twins.release()];
  }

  /** What waits in other blocks comes first. */
  #before(blockId: string, read: () => StreamEvent[]): StreamEvent[] {
    const settled = this.#settleEchoes(blockId);
    return [...settled, ...read()];
  }

  /** An event that is not of a text. */
  #pass(event: StreamEvent): StreamEvent[] {
    const echoed = this.#echoed();
    if (echoed.length === 0) return this.#twins.pass(event, "native");
    const id = "toolCallId" in event ? event.toolCallId : undefined;
    const held = id === undefined ? undefined : this.#held.get(id);
    if (event.type === "tool-input-available") {
      const key = callKey(event.toolName, event.input);
      const call = echoed.find((each) => each.key === key);
      if (call) {
        call.isMatched = true;
        this.#held.delete(event.toolCallId);
        return [...(held ?? []), event].flatMap((each) => this.#twins.pass(each, "native"));
      }
    } else if (held && event.type === "tool-input-delta") {
      held.push(event);
      return [];
    } else if (event.type === "tool-input-start" && echoed.some((call) => call.name === event.toolName)) {
      this.#held.set(event.toolCallId, [event]);
      return [];
    }
    return [...this.#settleEchoes(), ...this.#releaseHeld(), ...this.#twins.pass(event, "native")];
  }

  /** The calls that wait in texts for their twins. */
  #echoed(): EchoedCall[] {
    return [...this.#blocks.values()]
      .filter(isWaiting)
      .flatMap(({ echo }) => echo.calls.filter((call) => !call.isMatched));
  }

  /** Nothing comes any more that could be the twin of what waits. */
  #settleEchoes(exceptId?: string): StreamEvent[] {
    const waiting = [...this.#blocks].filter(([id, block]) => id !== exceptId && isWaiting(block));
    return waiting.flatMap(([id]) => this.#close(id, undefined, true));
  }

  #releaseHeld(): StreamEvent[] {
    const events = [...this.#held.values()].flat();
    this.#held.clear();
    return events.flatMap((event) => this.#twins.pass(event, "native"));
  }

  #open(id: string, start?: TextStartEvent): Block {
    const open = this.#blocks.get(id);
    if (open) return open;
    const echo = new Echo((key) => this.#twins.takeNative(key));
    const syntaxes = [...this.#options.syntaxes, echo.syntax];
    const block = {
      detector: createSyntaxDetector({ ...this.#options, syntaxes, textId: id }, this.#ids),
      echo,
      start,
      end: undefined,
      hasFindings: false,
    };
    this.#blocks.set(id, block);
    return block;
  }

  /** @param isSettled  what waits is settled now */
  #close(id: string, end?: TextEndEvent, isSettled = false): StreamEvent[] {
    const block = this.#blocks.get(id);
    if (!block) return end ? [end] : [];
    block.end ??= end;
    if (!isSettled && isWaiting(block)) return [];
    const events = this.#found(id, block.detector.end());
    this.#blocks.delete(id);
    // A block without text may still carry what its provider wants back.
    if (block.start?.providerMetadata || block.start?.kind) events.push(block.start, { type: "text-end", id });
    return block.end ? this.#endWith(block.end, block, events) : events;
  }

  /** The block's own end takes the place of the found one; behind a call it ends a block that has nothing but its facts. */
  #endWith({ text, ...end }: TextEndEvent, { hasFindings }: Block, events: StreamEvent[]): StreamEvent[] {
    if (events.at(-1)?.type === "text-end") {
      const whole = text === undefined || hasFindings ? undefined : this.#readWhole(text, end.id);
      const own: TextEndEvent = whole === undefined ? end : { ...end, text: whole.text };
      return [...events.slice(0, -1), own, ...(whole?.calls ?? [])];
    }
    const hasFacts = end.providerMetadata !== undefined || end.citations !== undefined;
    return hasFacts ? [...events, { type: "text-start", id: end.id }, end] : events;
  }

  /** A text that takes the place of another is read like any. */
  #readWhole(text: string, textId: string): { text: string; calls: StreamEvent[] } {
    const detector = createSyntaxDetector({ ...this.#options, textId }, this.#ids);
    const events = [...detector.push(text), ...detector.end()];
    return {
      text: events.map((event) => (event.type === "text-delta" ? event.delta : "")).join(""),
      calls: events
        .filter((event) => !event.type.startsWith("text-"))
        .flatMap((event) => this.#twins.pass(event, "text")),
    };
  }

  /** Events from a text block: its first text takes over what the block's own start said. */
  #found(id: string, events: StreamEvent[]): StreamEvent[] {
    const block = this.#blocks.get(id);
    return events.flatMap((event) => {
      if (block && !event.type.startsWith("text-")) block.hasFindings = true;
      if (event.type === "text-start" && block?.start) {
        const { start } = block;
        block.start = undefined;
        return [start];
      }
      return this.#twins.pass(event, "text");
    });
  }
}

function isWaiting({ detector, echo }: Block): boolean {
  return echo.isWaiting && detector.phase === "maybe";
}
