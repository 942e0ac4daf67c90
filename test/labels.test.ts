import { describe, expect, test } from "vitest";
import { createPlural, labels } from "../src/labels.js";

describe("the words of the tool flow", () => {
  test.each([
    [labels.writingCall, "🔧 Waiting for tool call completion..."],
    [labels.runningTool("getWeather"), "🔧 Executing tool: getWeather..."],
    [labels.executedTool("getWeather", undefined), "🔧 Executed getWeather"],
    [labels.executedTool("getWeather", "Sunny"), "🔧 Executed getWeather: Sunny"],
    [labels.callFailure("bookFlight", "unavailable"), "❌ Tool bookFlight not available"],
    [labels.callFailure("x", "invalid"), "❌ Invalid tool call format"],
    [labels.callFailure("x", "failed"), "❌ Error processing tool call"],
  ])("%s", (text, exact) => {
    expect(text).toBe(exact);
  });
});

describe("counts", () => {
  test("in English", () => {
    expect([0, 1, 5, 1234].map(labels.usedTools)).toEqual([
      "Used 0 tools",
      "Used 1 tool",
      "Used 5 tools",
      "Used 1,234 tools",
    ]);
  });

  test("in a language with four forms", () => {
    const files = createPlural("pl", { one: "# plik", few: "# pliki", many: "# plików", other: "# pliku" });
    expect([1, 2, 5, 22, 1.5].map(files)).toEqual(["1 plik", "2 pliki", "5 plików", "22 pliki", "1,5 pliku"]);
  });

  test("a form that is missing is the general one", () => {
    expect(createPlural("en", { other: "# failed" })(1)).toBe("1 failed");
  });
});
