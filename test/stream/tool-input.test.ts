import { describe, expect, it } from "vitest";
import { checkToolInput, readToolInput } from "../../src/stream/tool-input.js";

describe("the arguments of a call that has ended", () => {
  it.each(["", "  \n", "null", "{}"])("are empty where the provider wrote %j", (text) => {
    expect(readToolInput(text)).toEqual({ input: {} });
  });

  it("are strict JSON", () => {
    expect(readToolInput('{"city":"Oslo","days":3}')).toEqual({ input: { city: "Oslo", days: 3 } });
    for (const text of ['{"city":"Os', "{city:'Oslo'}", '{"a":1}{"a":2}', '{"a":1,}']) {
      expect(readToolInput(text)).toMatchObject({ reason: "malformed" });
    }
  });

  it("are decoded twice where they were encoded twice, and flagged", () => {
    expect(readToolInput(JSON.stringify('{"city":"Oslo"}'))).toEqual({ input: { city: "Oslo" }, repaired: true });
    expect(readToolInput('"Oslo"')).toEqual({ input: "Oslo" });
  });

  it.each([
    ["that reach for a prototype", '{"a":{"__proto__":{"isAdmin":true}}}'],
    ["that reach for a prototype by its constructor", '{"constructor":{"prototype":{"isAdmin":true}}}'],
    ["nested too deep", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["with too many keys", `{${Array.from({ length: 10_001 }, (_, index) => `"k${index}":0`).join()}}`],
    ["too long", `"${"a".repeat(1 << 20)}"`],
  ])("%s are refused", (_, text) => {
    expect(readToolInput(text)).toMatchObject({ reason: "invalid" });
  });

  it("may be a value already, and meet the same guards", () => {
    expect(checkToolInput({ city: "Oslo" })).toEqual({ input: { city: "Oslo" } });
    expect(checkToolInput(null)).toEqual({ input: {} });
    expect(checkToolInput(JSON.parse('{"__proto__":1}'))).toMatchObject({ reason: "invalid" });
    expect(checkToolInput(Array.from({ length: 300_000 }, () => [])), "a long list").toMatchObject({ input: {} });
    expect(checkToolInput({ constructor: "Bovis" })).toEqual({ input: { constructor: "Bovis" } });
  });
});
