import type { JsonSchema } from "../../stream/tool.js";
import { coerceText, itemSchema } from "./coerce.js";

/** Guards. Source: measured; see docs/architecture.md. */
export const maxArgumentChars = 1_048_576;
const MAX_ARGUMENTS = 10_000;

interface Argument {
  readonly schema: JsonSchema | undefined;
  /** Each time the key came: the value, and its text where it was read from one. */
  readonly values: { readonly value: unknown; readonly text: string | undefined }[];
}

/**
 * Collects a call's arguments one by one, and tells them as one growing JSON object. A key that comes again makes its
 * value a list; the list is told at the end, as the key's last word. `__proto__` is left out.
 */
export class ArgumentWriter {
  readonly #delta: (jsonText: string) => void;
  readonly #arguments = new Map<string, Argument>();
  #isOpen = false;
  /** The first half of a surrogate pair, the last character of what streams. */
  #half = "";
  /** All arguments, where they came as one JSON object. */
  #json: Record<string, unknown> | undefined;
  /** Some value was read by a repair. */
  repaired = false;
  /** Why the arguments cannot be used; the first fault counts. */
  fault: string | undefined;

  constructor(delta: (jsonText: string) => void) {
    this.#delta = delta;
  }

  get isEmpty(): boolean {
    return this.#arguments.size === 0 && this.#json === undefined;
  }

  /** Shows a piece of the JSON object that holds all arguments. */
  showJson(jsonText: string): void {
    this.#delta(jsonText);
  }

  /** Takes all arguments from one object, which was shown. */
  setJson(input: Record<string, unknown>): void {
    this.#json = input;
  }

  /**
   * Begins a text argument whose value is shown while it grows.
   * @returns what takes the pieces; undefined where the value can only be told once it is whole
   */
  stream(key: string): ((text: string) => void) | undefined {
    if (key === "__proto__" || this.#arguments.has(key)) return undefined;
    this.#delta(`${this.#separator()}${JSON.stringify(key)}:"`);
    this.#half = "";
    return (text) => this.#show(text);
  }

  /** Shows more of the text argument that streams; the first half of a surrogate pair waits for the second. */
  #show(text: string): void {
    const whole = this.#half + text;
    const isHalf = (whole.charCodeAt(whole.length - 1) & 0xfc00) === 0xd800;
    this.#half = isHalf ? whole.slice(-1) : "";
    this.#delta(escapeJson(isHalf ? whole.slice(0, -1) : whole));
  }

  /**
   * Adds an argument. Its text is kept beside the value: in a list each is read again as an item.
   * @param isStreamed  its text was shown while it grew
   */
  add(key: string, argument: { value: unknown; text?: string; schema?: JsonSchema | undefined }, isStreamed: boolean) {
    if (key === "__proto__") return;
    const { value, text, schema } = argument;
    const known = this.#arguments.get(key);
    if (known) known.values.push({ value, text });
    else {
      this.#arguments.set(key, { schema, values: [{ value, text }] });
      this.#delta(
        isStreamed
          ? `${escapeJson(this.#half)}"`
          : `${this.#separator()}${JSON.stringify(key)}:${JSON.stringify(value)}`,
      );
    }
    if (this.#arguments.size > MAX_ARGUMENTS) this.fail(`The call has more than ${MAX_ARGUMENTS} arguments.`);
  }

  fail(fault: string): void {
    this.fault ??= fault;
  }

  /** Ends the JSON object. @returns the arguments */
  end(): Record<string, unknown> {
    if (this.#json !== undefined) return this.#json;
    const members = [...this.#arguments].map(([key, argument]): [string, unknown] => {
      if (argument.values.length === 1) return [key, argument.values[0]?.value];
      const list = argument.values.map(({ value, text }) => this.#readItem(value, text, argument.schema));
      this.#delta(`${this.#separator()}${JSON.stringify(key)}:${JSON.stringify(list)}`);
      return [key, list];
    });
    this.#delta(this.#isOpen ? "}" : "{}");
    return Object.fromEntries(members);
  }

  #readItem(value: unknown, text: string | undefined, schema: JsonSchema | undefined): unknown {
    const item = itemSchema(schema);
    if (item === undefined || text === undefined || typeof value !== "string") return value;
    const read = coerceText(text, item);
    this.repaired ||= read.repaired;
    return read.value;
  }

  #separator(): string {
    const separator = this.#isOpen ? "," : "{";
    this.#isOpen = true;
    return separator;
  }
}

/** The text as it stands in a JSON string. */
function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
