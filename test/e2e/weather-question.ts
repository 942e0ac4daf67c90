import { expect } from "vitest";
import type { Visit } from "./demo-site.js";

export const weatherQuestion = "What's the weather in San Francisco?";

/**
 * Asks for the weather, and looks at all that is seen until the answer stands there.
 * @param isCallWhole  the protocol has no words for a call that is still being written
 */
export async function askForWeather({ page, ask, texts, requests, problems }: Visit, isCallWhole = false) {
  await ask(weatherQuestion);
  await page.getByText("14 °C, fog until noon. The wind blows at 23 km/h").waitFor();
  await page.getByRole("button", { name: "Send" }).waitFor();

  const seen = await texts();
  const firstWith = (words: string) => seen.findIndex((text) => text.includes(words));
  const states = [
    "Thinking…",
    ...(isCallWhole ? [] : ["🔧 Waiting for tool call completion..."]),
    "🔧 Executing tool: getWeather...",
    "Used 1 tool",
    "23 km/h",
  ];
  expect(states.map(firstWith)).not.toContain(-1);
  expect(states.map(firstWith)).toEqual(states.map(firstWith).sort((a, b) => a - b));
  expect(seen.filter((text) => /###|toolName|\{"/u.test(text))).toEqual([]);

  expect(requests).toHaveLength(2);
  expect(requests[0]).not.toContain("temperatureC");
  expect(requests[1]?.replaceAll("\\", "")).toContain('"temperatureC":14'); // a result may be JSON in JSON
  expect(problems).toEqual([]);
}
