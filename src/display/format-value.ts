import { cutHead, formatSize } from "../stream/cut-text.js";
import { defaultRedactor, type Redactor, redacted } from "./redact.js";
import { toPlainText } from "./terminal-text.js";
import { escapeHidden } from "./visible-text.js";

export interface FormatOptions {
  /** UTF-16 units. @default 65536 */
  maxChars?: number | undefined;
  /** Objects inside objects. @default 32 */
  maxDepth?: number | undefined;
  /** Spaces a level; 0 puts all on one line. @default 2 */
  indent?: number | undefined;
  /** Write a string as itself and not as JSON. @default true */
  rawText?: boolean | undefined;
  /** @default defaultRedactor */
  redactor?: Redactor | undefined;
  /** Spells terminal codes out and leaves nothing out: for arguments, on which a person decides. @default false */
  exact?: boolean | undefined;
}

export interface FormattedValue {
  text: string;
  /** The value goes on after the text. */
  isCut: boolean;
  /** UTF-16 units of the whole, where it is known without writing it all out. */
  length?: number | undefined;
}

/**
 * Any value as text that may be shown: JSON as JSON, everything else in words. Never throws, and runs no code of the
 * value but its getters, whose errors it writes down.
 * Cost: the length of the text that it gives, not of the value.
 */
export function formatValue(value: unknown, options: FormatOptions = {}): FormattedValue {
  const writer = new Writer(options);
  if (typeof value !== "string" || options.rawText === false) return writer.writeOut(value);
  const head = cutHead(value, writer.maxChars);
  return { text: escapeHidden(writer.toShown(head)), isCut: head.length < value.length, length: value.length };
}

class Writer {
  private text = "";
  private isFull = false;
  /** The objects that the writer stands in: what occurs in it again is a circle. */
  private readonly open = new Set<object>();

  readonly maxChars: number;
  private readonly maxDepth: number;
  private readonly indent: number;
  private readonly redactor: Redactor;
  private readonly isExact: boolean;

  constructor(options: FormatOptions) {
    this.maxChars = options.maxChars ?? 65_536;
    this.maxDepth = options.maxDepth ?? 32;
    this.indent = options.indent ?? 2;
    this.redactor = options.redactor ?? defaultRedactor;
    this.isExact = options.exact ?? false;
  }

  writeOut(value: unknown): FormattedValue {
    this.write(value, 0);
    const text = cutHead(this.text, this.maxChars);
    return this.isFull ? { text, isCut: true } : { text, isCut: false, length: text.length };
  }

  /** A text without terminal codes and secrets. */
  toShown(text: string): string {
    return this.redactor.text(this.isExact ? text : toPlainText(text));
  }

  private write(value: unknown, depth: number): void {
    if (typeof value === "string") this.put(quote(this.toShown(cutHead(value, this.maxChars)), this.maxChars));
    else if (typeof value !== "object" || value === null) this.put(formatScalar(value, this.maxChars));
    else if (this.open.has(value)) this.put("[circular]");
    else this.writeObject(value, depth);
  }

  private writeObject(value: object, depth: number): void {
    this.open.add(value);
    try {
      const named = formatNamed(value, this.maxChars);
      if (named !== undefined) this.put(named);
      else if (depth >= this.maxDepth) this.put(Array.isArray(value) ? "[…]" : "{…}");
      else this.writeMembers(value, depth);
    } catch (error) {
      this.put(`[unreadable: ${formatError(error)}]`);
    }
    this.open.delete(value);
  }

  private writeMembers(value: object, depth: number): void {
    if (Array.isArray(value)) {
      this.writeList("[]", value.length, depth, (index) => this.writeMember(value, index, depth + 1));
    } else if (value instanceof Set) {
      const members = firstOf(value, this.maxChars);
      this.put(`Set(${value.size}) `);
      this.writeList("[]", members.length, depth, (index) => this.write(members[index], depth + 1));
    } else if (value instanceof Map) {
      const entries = firstOf<[unknown, unknown]>(value, this.maxChars);
      this.put(`Map(${value.size}) `);
      this.writeList("{}", entries.length, depth, (index) => {
        const [key, member] = entries[index] ?? [];
        this.put(`${formatKey(key, this.maxChars)}: `);
        this.write(typeof key === "string" && this.redactor.hides(key, member) ? redacted : member, depth + 1);
      });
    } else {
      const keys = Object.keys(value);
      this.writeList("{}", keys.length, depth, (index) => {
        const key = keys[index] ?? "";
        this.put(`${quote(key, this.maxChars)}: `);
        this.writeMember(value, key, depth + 1);
      });
    }
  }

  private writeMember(owner: object, key: string | number, depth: number): void {
    let member: unknown;
    try {
      member = (owner as Record<string | number, unknown>)[key];
    } catch (error) {
      this.put(`[unreadable: ${formatError(error)}]`);
      return;
    }
    this.write(typeof key === "string" && this.redactor.hides(key, member) ? redacted : member, depth);
  }

  private writeList(brackets: "[]" | "{}", length: number, depth: number, member: (index: number) => void): void {
    this.put(brackets.charAt(0));
    for (let index = 0; index < length && !this.isFull; index += 1) {
      if (index > 0) this.put(this.indent === 0 ? ", " : ",");
      this.breakLine(depth + 1);
      member(index);
    }
    if (length > 0) this.breakLine(depth);
    this.put(brackets.charAt(1));
  }

  private breakLine(depth: number): void {
    if (this.indent > 0) this.put(`\n${" ".repeat(this.indent * depth)}`);
  }

  private put(text: string): void {
    if (this.isFull) return;
    this.text += text;
    if (this.text.length > this.maxChars) this.isFull = true;
  }
}

function formatScalar(value: unknown, maxChars: number): string {
  switch (typeof value) {
    case "string":
      return quote(value, maxChars);
    case "bigint":
      return `${value}n`;
    case "symbol":
      return escapeHidden(cutHead(value.toString(), maxChars));
    case "function":
      return "[function]";
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    default:
      return String(value); // undefined, null, booleans
  }
}

function formatKey(key: unknown, maxChars: number): string {
  return typeof key === "object" && key !== null ? "{…}" : formatScalar(key, maxChars);
}

/** Objects that say more by their kind than by their members. */
function formatNamed(value: object, maxChars: number): string | undefined {
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? "Invalid Date" : quote(value.toISOString(), maxChars);
  if (value instanceof Error) return cutHead(formatError(value), maxChars);
  if (value instanceof RegExp || value instanceof URL) return escapeHidden(cutHead(String(value), maxChars));
  if (value instanceof Promise) return "[promise]";
  if (value instanceof ArrayBuffer) return `[ArrayBuffer, ${formatSize(value.byteLength)}]`;
  if (ArrayBuffer.isView(value)) return `[${kindOf(value)}, ${formatSize(value.byteLength)}]`;
  if (value instanceof Blob)
    return `[${kindOf(value)}, ${escapeHidden(value.type || "no type")}, ${formatSize(value.size)}]`;
  if (value instanceof EventTarget) return `[${kindOf(value)}]`; // a page's own things lead everywhere
  return undefined;
}

function kindOf(value: object): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

/** `TypeError: what it says`; an error that cannot be read is `Error`. */
function formatError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === "string" ? escapeHidden(error) : "Error";
  try {
    const name = typeof error.name === "string" ? error.name : "Error";
    return escapeHidden(error.message === "" ? name : `${name}: ${String(error.message)}`);
  } catch {
    return "Error";
  }
}

function quote(text: string, maxChars: number): string {
  return escapeHidden(JSON.stringify(cutHead(text, maxChars)));
}

function firstOf<T>(values: Iterable<T>, count: number): T[] {
  const first: T[] = [];
  for (const value of values) {
    if (first.length >= count) break;
    first.push(value);
  }
  return first;
}
