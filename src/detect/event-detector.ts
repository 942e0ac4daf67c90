import type { StreamEvent, TextEndEvent, TextStartEvent, ToolInputAvailableEvent } from "../stream/events.js";
import { createToolDetector, type ToolDetector, type ToolDetectorOptions } from "./detector.js";

export interface EventDetector {
  push(event: StreamEvent): StreamEvent[];
  /** The stream is over: text that was held back comes out. */
  end(): StreamEvent[];
}

/**
 * Finds the calls inside the text blocks of a stream, and passes every other event through. A call that comes both in
 * the text and natively within one step is one call: the first to come keeps its id.
 * Cost: that of the detector; one detector a text block.
 */
export function createEventDetector(options: Omit<ToolDetectorOptions, "textId"> = {}): EventDetector {
  return new BlockDetectors(options);
}

interface Block {
  readonly detector: ToolDetector;
  /** The block's own start, until its first text comes out. */
  start: TextStartEvent | undefined;
}

class BlockDetectors implements EventDetector {
  readonly #options: ToolDetectorOptions;
  readonly #blocks = new Map<string, Block>();
  #twins = new TwinCalls();

  constructor(options: ToolDetectorOptions) {
    let count = 0;
    const generateId = () => {
      count += 1;
      return `tool-call-${count}`;
    };
    this.#options = { generateId, ...options };
  }

  push(event: StreamEvent): StreamEvent[] {
    switch (event.type) {
      case "text-start":
        this.#open(event.id, event);
        return [];
      case "text-delta":
        return this.#found(event.id, this.#open(event.id).detector.push(event.delta));
      case "text-end":
        return this.#close(event.id, event);
      case "reset-step":
        this.#blocks.clear();
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
      default:
        return this.#twins.pass(event, "native");
    }
  }

  end(): StreamEvent[] {
    return [...[...this.#blocks.keys()].flatMap((id) => this.#close(id)), ...this.#twins.release()];
  }

  #open(id: string, start?: TextStartEvent): Block {
    const open = this.#blocks.get(id);
    if (open) return open;
    const block = { detector: createToolDetector({ ...this.#options, textId: id }), start };
    this.#blocks.set(id, block);
    return block;
  }

  #close(id: string, end?: TextEndEvent): StreamEvent[] {
    const block = this.#blocks.get(id);
    if (!block) return end ? [end] : [];
    const events = this.#found(id, block.detector.end());
    this.#blocks.delete(id);
    // A block without text may still carry what its provider wants back.
    if (block.start?.providerMetadata || block.start?.kind) events.push(block.start, { type: "text-end", id });
    const last = events.at(-1);
    if (end && last?.type === "text-end") events[events.length - 1] = end;
    return events;
  }

  /** Events from a text block: its first text takes over what the block's own start said. */
  #found(id: string, events: StreamEvent[]): StreamEvent[] {
    const block = this.#blocks.get(id);
    return events.flatMap((event) => {
      if (event.type === "text-start" && block?.start) {
        const { start } = block;
        block.start = undefined;
        return [start];
      }
      return this.#twins.pass(event, "text");
    });
  }
}

type Origin = "native" | "text";

/** Keeps one of two equal calls of one step, when one came in the text and the other natively. */
class TwinCalls {
  readonly #whole: { origin: Origin; key: string; id: string; isMatched: boolean }[] = [];
  readonly #names = new Map<Origin, Set<string>>([
    ["native", new Set()],
    ["text", new Set()],
  ]);
  /** A call that may turn out to be a twin, with its events so far. */
  readonly #held = new Map<string, StreamEvent[]>();
  /** A dropped twin's id, and the id of the one that stays. */
  readonly #aliases = new Map<string, string>();

  pass(event: StreamEvent, origin: Origin): StreamEvent[] {
    if (!("toolCallId" in event) || event.toolCallId === undefined) return [event];
    const id = event.toolCallId;
    const alias = this.#aliases.get(id);
    if (alias !== undefined) return event.type.startsWith("tool-input-") ? [] : [{ ...event, toolCallId: alias }];
    const held = this.#held.get(id);
    if (event.type === "tool-input-available") return this.#settle(event, origin, held ?? []);
    if (held) {
      held.push(event);
      return event.type === "tool-input-delta" ? [] : this.#releaseOne(id);
    }
    if (event.type === "tool-input-start" && this.#names.get(other(origin))?.has(event.toolName)) {
      this.#held.set(id, [event]);
      return [];
    }
    return [event];
  }

  release(): StreamEvent[] {
    return [...this.#held.keys()].flatMap((id) => this.#releaseOne(id));
  }

  #releaseOne(id: string): StreamEvent[] {
    const events = this.#held.get(id) ?? [];
    this.#held.delete(id);
    return events;
  }

  #settle(event: ToolInputAvailableEvent, origin: Origin, held: StreamEvent[]): StreamEvent[] {
    const id = event.toolCallId;
    const key = `${event.toolName} ${canonical(event.input)}`;
    this.#held.delete(id);
    const twin = this.#whole.find((call) => call.origin !== origin && call.key === key && !call.isMatched);
    if (twin) {
      twin.isMatched = true;
      this.#aliases.set(id, twin.id);
      return [];
    }
    this.#names.get(origin)?.add(event.toolName);
    this.#whole.push({ origin, key, id, isMatched: false });
    return [...held, event];
  }
}

function other(origin: Origin): Origin {
  return origin === "native" ? "text" : "native";
}

/** JSON with its keys in order, so that equal values give equal text. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, member: unknown) =>
      typeof member === "object" && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? ""
  );
}
