import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { type Browser, chromium } from "playwright";
import type { PreviewServer } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumLaunchOptions } from "../../scripts/chromium.mjs";
import { artifacts, serveDemo, visit } from "./demo-site.js";
import { askForWeather, weatherQuestion } from "./weather-question.js";

let browser: Browser;
let server: PreviewServer;
const address = (query: string) => `${server.resolvedUrls?.local[0] ?? ""}?${query}`;

beforeAll(async () => {
  server = await serveDemo("19", "page");
  browser = await chromium.launch(await chromiumLaunchOptions());
  await mkdir(artifacts, { recursive: true });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

describe.each(["latitude", "ai-sdk"])("over %s the demo", (connector) => {
  const open = () => visit(browser, address(`connector=${connector}`));

  it("tells what came back in the second request, and nothing else", async () => {
    const { page, ask } = await open();
    await page.route("**/api/*", (route) => {
      const sent = route.request().postData() ?? "";
      return route.continue({ postData: sent.replaceAll('"temperatureC":14', '"temperatureC":71.5') });
    });
    await ask(weatherQuestion);
    await page.getByText("71.5 °C, fog until noon").waitFor();
    await page.close();
  });

  it("goes on after a tool that fails, and after one that nobody has", async () => {
    const { page, ask, problems } = await open();
    await ask("Send an email to Ada");
    await page.getByText("sendEmail did not work").waitFor();
    await page.getByRole("button", { name: "Send" }).waitFor();
    await ask("Launch the rocket");
    await page.getByText("So the rocket stays where it is").waitFor();
    await page.getByText("❌ Tool launchRocket not available").waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });
});

const others = [
  "AI SDK 4",
  "OpenAI Chat",
  "OpenAI Responses",
  "Anthropic",
  "Gemini",
  "AG-UI",
  "Ollama",
  "LangGraph",
] as const;

it.each(others)("answers the weather question over %s, which is chosen on the page", async (name) => {
  const visited = await visit(browser, address(""));
  await visited.page.getByLabel("Back end").selectOption({ label: name });
  await askForWeather(visited, name === "Ollama");
  await visited.page.close();
});

it("offers its back ends by keyboard, and names each of them", async () => {
  const { page, ask, requests } = await visit(browser, address("connector=latitude"));
  const choice = page.getByLabel("Back end");
  expect(await choice.getByRole("option").allTextContents()).toEqual(["Latitude", "AI SDK", ...others]);
  await choice.focus();
  await page.keyboard.press("End");
  expect(new URL(page.url()).searchParams.get("connector")).toBe("langgraph");
  await ask("Hello");
  await page.getByText("Hello! I can check the weather").waitFor();
  expect(JSON.parse(requests[0] ?? "")).toMatchObject({ assistant_id: "agent" });
  await page.close();
});

it("draws a conversation of the AI SDK's useChat as it is, while useChat asks and answers", async () => {
  const visited = await visit(browser, address("").replace("?", "use-chat.html"));
  await askForWeather(visited);
  await visited.ask("Send an email to Ada");
  await visited.page.getByText("sendEmail did not work").waitFor();
  await visited.page.getByRole("button", { name: "Send" }).waitFor();
  await visited.ask("Launch the rocket");
  await visited.page.getByText("So the rocket stays where it is").waitFor();
  expect(visited.problems).toEqual([]);
  await visited.page.close();
});

it("goes on with a conversation over another back end, and remembers the choice in its address", async () => {
  const { page, ask, requests } = await visit(browser, address(""));
  await ask(weatherQuestion);
  await page.getByText("23 km/h").waitFor();
  await page.getByRole("button", { name: "Send" }).waitFor();
  await page.getByLabel("Back end").selectOption({ label: "AI SDK" });
  expect(new URL(page.url()).searchParams.get("connector")).toBe("ai-sdk");
  await ask("And what is the weather in Oslo?");
  await page.getByText("-3 °C, light snow").waitFor();
  expect(requests).toHaveLength(4);
  expect(requests[3]).toContain('"temperatureC":14');
  await page.reload();
  expect(await page.getByLabel("Back end").inputValue()).toBe("ai-sdk");
  await page.close();
});

it.each([
  ["desktop", "light"],
  ["desktop", "dark"],
  ["phone", "light"],
  ["phone", "dark"],
])("is readable for all, and no wider than a %s, in the %s", async (device, theme) => {
  const viewport = device === "phone" ? { width: 360, height: 720 } : { width: 1024, height: 720 };
  const query = `connector=openai-responses&theme=${theme}`; // the longest name
  const { page, ask } = await visit(browser, address(query), viewport);
  await page.emulateMedia({ reducedMotion: "reduce" }); // a fold that is on its way has no settled colours
  const look = async (name: string) => {
    await page.screenshot({ path: `${artifacts}demo-${device}-${theme}-${name}.png` });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    await page.evaluate(await readFile(createRequire(import.meta.url).resolve("axe-core"), "utf8"));
    const faults = await page.evaluate(async () => {
      const { violations } = await (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    });
    expect(faults).toEqual([]);
  };
  await page.getByRole("heading", { name: "What would you like to know?" }).waitFor();
  await look("welcome");
  await ask(weatherQuestion);
  await page.getByText("23 km/h").waitFor();
  await page.getByRole("button", { name: "Send" }).waitFor();
  await page.getByRole("button", { name: "Used 1 tool" }).click();
  await page.getByText("I'll check the weather.").waitFor();
  await look("weather");
  await ask("Show me some Markdown");
  await page.getByText("or in any oven").waitFor();
  await page.getByRole("button", { name: "Send" }).waitFor();
  await look("markdown");
  await page.close();
});
