import { maxJsonDepth, maxJsonKeys } from "./json-grammar.js";

// What a copy costs, in nanoseconds of a common machine: see `GrowingValue.isDue`.
const containerCost = 30;
const itemCost = 2;
/** Longer arrays do not fit an engine's nursery. */
const longList = 16_000;
const longListItemCost = 25;
const keyCost = 16;
/** Wider objects are hash tables, and soon too big for the processor's cache. */
const wideRecord = 64;
const wideRecordKeyCost = 60;
const widestRecord = 400;
const widestRecordKeyCost = 200;
/** What costs no more is always renewed. */
const smallPrice = 250;
const firstCredit = 2_000_000;
const creditPerCharacter = 1;
/** How many times a member may be copied for its own sake: the copies are no more than a tenth of their members behind. */
const copiesPerMember = 10;

/** A container that is still open. Its arrays are never shown; what is shown is copied from them. */
interface Frame {
  readonly parent: Frame | undefined;
  readonly isList: boolean;
  /** The keys of `values` by place, and perhaps one more whose value has not begun. Unused in a list. */
  readonly keys: string[];
  /** The finished members, and after them the open one as far as it came. */
  readonly values: unknown[];
  /** How many members are finished. */
  size: number;
  /** The open member's key is not let in: nothing of it is kept. */
  isDropped: boolean;
  /** The last copy that was shown. */
  shown: unknown;
  /** Something was added since `shown` was copied. */
  isChanged: boolean;
}

function createFrame(parent: Frame | undefined, isList: boolean): Frame {
  return {
    parent,
    isList,
    keys: [],
    values: [],
    size: 0,
    isDropped: false,
    shown: undefined,
    isChanged: true,
  };
}

/** The open member is counted as one. */
function copyCost({ isList, size }: Frame): number {
  if (isList) return containerCost + (size + 1) * (size < longList ? itemCost : longListItemCost);
  if (size < wideRecord) return containerCost + (size + 1) * keyCost;
  return containerCost + (size + 1) * (size < widestRecord ? wideRecordKeyCost : widestRecordKeyCost);
}

function toRecord(keys: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (let at = 0; at < values.length; at++) {
    const key = keys[at];
    if (key !== undefined) record[key] = values[at];
  }
  return record;
}

function placeIn(frame: Frame, value: unknown): void {
  if (frame.isDropped) return;
  frame.values[frame.size] = value;
  frame.isChanged = true;
}

/**
 * A JSON value that grows at one place: the end of its last open container. Each published value is never written to
 * again; the next one has new containers on the open path, and shares every finished member.
 */
export class GrowingValue {
  /** The value as last published; `undefined` before it has begun. */
  value: unknown;
  /** Stands around the whole, so that the outermost value is a member like any other. */
  private readonly root = createFrame(undefined, true);
  private top = this.root;
  private depth = 0;
  private keyCount = 0;
  /** What one more copy of the open path costs. */
  private price = 0;
  /** What copies may yet cost. */
  private credit = firstCredit;

  get isInList(): boolean {
    return this.top.isList;
  }

  /** No container is open. */
  get isOutermost(): boolean {
    return this.depth === 0;
  }

  /** Begins a container as the open member. @returns false beyond the depth that is read; nothing is opened then */
  open(isList: boolean): boolean {
    if (this.depth === maxJsonDepth) return false;
    this.depth += 1;
    this.top = createFrame(this.top, isList);
    this.price += copyCost(this.top);
    return true;
  }

  /** Ends the innermost container, and with it the member that it is. */
  close(): void {
    const { parent, isList, isChanged, keys, values } = this.top;
    if (!parent) return;
    this.price -= copyCost(this.top);
    this.top = parent;
    this.depth -= 1;
    if (isChanged) placeIn(parent, isList ? values : toRecord(keys, values));
    this.finish();
  }

  /** Names the next member. `__proto__` and all below it is left out. @returns false beyond the keys that are read */
  setKey(key: string): boolean {
    if (this.keyCount === maxJsonKeys) return false;
    this.keyCount += 1;
    this.top.isDropped = key === "__proto__";
    if (!this.top.isDropped) this.top.keys[this.top.size] = key;
    return true;
  }

  /** Sets the open member to what is certain of it. */
  place(value: unknown): void {
    placeIn(this.top, value);
  }

  /** The open member is whole: the next one begins. */
  finish(): void {
    const frame = this.top;
    if (frame.isDropped) return;
    const before = copyCost(frame);
    frame.size += 1;
    const more = copyCost(frame) - before;
    this.price += more;
    this.credit += more * copiesPerMember;
  }

  /**
   * Whether the value may be renewed.
   *
   * A copy of the open path costs as much as it has members, so a copy for each delta would be quadratic in a wide
   * container. Copies are therefore paid for out of a credit that grows with the text and its members: all copies
   * together are linear in them. While the credit is short, the value of before serves once more.
   * @param length  how many characters were read since the last call
   */
  isDue(length: number): boolean {
    this.credit += length * creditPerCharacter;
    return this.price <= smallPrice || this.price <= this.credit;
  }

  /** Renews the value, whatever it costs. */
  publish(): void {
    if (!this.top.isChanged) return;
    if (this.price > smallPrice) this.credit -= this.price;
    let frame = this.top;
    while (frame.isChanged && frame.parent) {
      frame.shown = frame.isList ? frame.values.slice() : toRecord(frame.keys, frame.values);
      frame.isChanged = false;
      placeIn(frame.parent, frame.shown);
      frame = frame.parent;
    }
    this.root.isChanged = false;
    this.value = this.root.values[0];
  }
}
