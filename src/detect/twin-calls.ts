import type { StreamEvent, ToolInputAvailableEvent } from "../stream/events.js";

export type Origin = "native" | "text";

interface WholeCall {
  readonly origin: Origin;
  readonly key: string;
  readonly id: string;
  isMatched: boolean;
}

/** Keeps one of two equal calls of one step, when one came in the text and the other natively. */
export class TwinCalls {
  readonly #whole: WholeCall[] = [];
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

  /** Takes the native call with this key that has no twin yet. */
  takeNative(key: string): boolean {
    const call = this.#whole.find((each) => each.origin === "native" && each.key === key && !each.isMatched);
    if (call) call.isMatched = true;
    return call !== undefined;
  }

  #releaseOne(id: string): StreamEvent[] {
    const events = this.#held.get(id) ?? [];
    this.#held.delete(id);
    return events;
  }

  #settle(event: ToolInputAvailableEvent, origin: Origin, held: StreamEvent[]): StreamEvent[] {
    const id = event.toolCallId;
    const key = callKey(event.toolName, event.input);
    this.#held.delete(id);
    if (this.#whole.some((call) => call.id === id)) return [...held, event]; // the same one, told again
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

/** What two calls have in common that are the same one: name and arguments, whatever the order of the keys. */
export function callKey(name: string, input: unknown): string {
  return `${name} ${canonical(input)}`;
}

function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, member: unknown) =>
      typeof member === "object" && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? ""
  );
}
