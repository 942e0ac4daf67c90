/* What the two JSON readers share. Source: RFC 8259. */

/** Guards: what is longer (UTF-16 units), nested deeper, or has more keys in all its objects together is not read. */
export const maxJsonLength = 1024 * 1024;
export const maxJsonDepth = 64;
export const maxJsonKeys = 10_000;

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const LOWER_U = 0x75;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
const ZERO = 0x30;
const NINE = 0x39;
const PLUS = 0x2b;
const POINT = 0x2e;
const LOWER_E = 0x65;
const UPPER_E = 0x45;

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

export function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** A digit, sign, point or exponent mark. */
export function isInNumber(code: number): boolean {
  return isDigit(code) || code === POINT || code === MINUS || code === PLUS || code === LOWER_E || code === UPPER_E;
}

/** @returns 0 to 15, or -1 where it is no hexadecimal digit */
export function hexDigit(code: number): number {
  if (isDigit(code)) return code - ZERO;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** What the character after a backslash stands for; `undefined` for `u`, and where JSON knows no such escape. */
export function unescapeCharacter(code: number): string | undefined {
  switch (code) {
    case QUOTE:
      return '"';
    case BACKSLASH:
      return "\\";
    case 0x2f:
      return "/";
    case 0x62:
      return "\b";
    case 0x66:
      return "\f";
    case 0x6e:
      return "\n";
    case 0x72:
      return "\r";
    case 0x74:
      return "\t";
    default:
      return undefined;
  }
}

function skipDigits(text: string, from: number): number {
  let at = from;
  while (at < text.length && isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

/** @returns `undefined` where the whole text is not one JSON number */
export function readJsonNumber(text: string): number | undefined {
  const start = text.charCodeAt(0) === MINUS ? 1 : 0;
  let at = skipDigits(text, start);
  if (at === start || (at > start + 1 && text.charCodeAt(start) === ZERO)) return undefined;
  if (text.charCodeAt(at) === POINT) {
    const fraction = at + 1;
    at = skipDigits(text, fraction);
    if (at === fraction) return undefined;
  }
  const mark = text.charCodeAt(at);
  if (mark === LOWER_E || mark === UPPER_E) {
    const sign = text.charCodeAt(at + 1);
    const exponent = sign === PLUS || sign === MINUS ? at + 2 : at + 1;
    at = skipDigits(text, exponent);
    if (at === exponent) return undefined;
  }
  return at === text.length ? Number(text) : undefined;
}
