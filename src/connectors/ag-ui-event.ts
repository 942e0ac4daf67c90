import { type JsonRecord, stringAt, valueAt } from "../stream/json-value.js";

/** A field of an event; servers written by hand spell it in snake case. */
export function fieldAt(event: unknown, name: string): unknown {
  return valueAt(event, name) ?? valueAt(event, toSnakeCase(name));
}

export function textAt(event: unknown, name: string): string | undefined {
  return stringAt(event, name) ?? stringAt(event, toSnakeCase(name));
}

export function typeOf(event: JsonRecord): string {
  return stringAt(event, "type") ?? "";
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
