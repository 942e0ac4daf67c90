import fc from "fast-check";

/** Any string of UTF-16 units, halves of pairs included. */
const anyString = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 5 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom("😀", "\ud83d", "\ude00", "a\ud83d", "\\", '"', "\u2028", "constructor", "toString"),
);
const anyScalar = fc.oneof(
  anyString,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(true, false, null, 1e300, 5e-324),
);

/** Any JSON value; keys are not repeated, and `__proto__` is not among them. */
export const anyJsonValue = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, anyScalar, tie("list"), tie("record")),
  list: fc.array(tie("value"), { maxLength: 5 }),
  record: fc
    .array(fc.tuple(anyString, tie("value")), { maxLength: 5 })
    .map((entries) => Object.fromEntries(entries.filter(([key]) => key !== "__proto__"))),
})).value;

const space = fc.constantFrom("", "", " ", "\n", "\r\n\t");
/** How a value is spelled: white space and escapes by chance. */
const spelling = fc.record({
  spaces: fc.array(space, { minLength: 1, maxLength: 6 }),
  escapes: fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
});

const isSurrogate = (unit: string) => /[\ud800-\udfff]/.test(unit);

/** JSON text of any value, spelled in any way. */
export const anyJsonText = fc.tuple(anyJsonValue, spelling).map(([value, { spaces, escapes }]) => {
  let count = 0;
  const turn = <Item>(items: readonly Item[]) => items[count++ % items.length];
  const writeString = (text: string) => {
    const units = Array.from({ length: text.length }, (_, at) => {
      const unit = text[at] ?? "";
      if (turn(escapes)) return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
      return isSurrogate(unit) ? unit : JSON.stringify(unit).slice(1, -1);
    });
    return `"${units.join("")}"`;
  };
  const pad = (text: string) => `${turn(spaces)}${text}${turn(spaces)}`;
  const write = (item: unknown): string => {
    if (typeof item === "string") return pad(writeString(item));
    if (Array.isArray(item)) return pad(`[${item.map(write).join(",") || turn(spaces)}]`);
    if (typeof item !== "object" || item === null) return pad(JSON.stringify(item));
    const members = Object.entries(item).map(([key, member]) => `${pad(writeString(key))}:${write(member)}`);
    return pad(`{${members.join(",") || turn(spaces)}}`);
  };
  return write(value);
});

/** Text that looks like JSON, most of it broken. */
export const anyJsonLikeText = fc.oneof(
  fc
    .array(
      fc.constantFrom(..."{}[]:,\"'\\/*# \n", "tr", "ue", "null", "-", "0", "1.", "e5", "\\u", "d83d", "a", "😀"),
      {
        maxLength: 40,
      },
    )
    .map((pieces) => pieces.join("")),
  fc
    .tuple(anyJsonText, fc.nat(), fc.constantFrom("", "}", '"', "\\", ",", "x", "\u0001"))
    .map(
      ([text, at, fault]) => text.slice(0, at % (text.length + 1)) + fault + text.slice((at % (text.length + 1)) + 1),
    ),
);
