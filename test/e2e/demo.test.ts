import { type Browser, chromium } from "playwright";
import type { PreviewServer } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumLaunchOptions } from "../../scripts/chromium.mjs";
import { serveDemo, visit } from "./demo-site.js";
import { askForWeather, weatherQuestion } from "./weather-question.js";

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch(await chromiumLaunchOptions());
});

afterAll(async () => {
  await browser?.close();
});

describe.each(["19", "18"] as const)("the demo on React %s", (react) => {
  let server: PreviewServer;
  const address = (query: string) => `${server.resolvedUrls?.local[0] ?? ""}?${query}`;

  beforeAll(async () => {
    server = await serveDemo(react, `react${react}`);
  });

  afterAll(async () => {
    await server?.close();
  });

  describe.each(["latitude", "ai-sdk"])("over %s", (connector) => {
    const open = () => visit(browser, address(`connector=${connector}`));

    it("answers the weather question with what the tool said", async () => {
      const visited = await open();
      await askForWeather(visited);
      await visited.page.close();
    });

    it("takes the next question when an answer is over", async () => {
      const { page, ask, problems } = await open();
      await ask(weatherQuestion);
      await page.getByText("23 km/h").waitFor();
      await page.getByRole("button", { name: "Send" }).waitFor();
      await ask("And what is the weather in Oslo and Lima?");
      await page.getByText("19 °C, low cloud").waitFor();
      await page.getByText("Used 2 tools").waitFor();
      expect(problems).toEqual([]);
      await page.close();
    });

    it("stops in mid-answer, keeps what came, and goes on", async () => {
      const { page, ask, texts, problems } = await open();
      await ask("Show me some Markdown");
      await page.getByRole("heading", { name: "What to weigh" }).waitFor();
      await page.getByRole("button", { name: "Stop" }).click();
      await page.getByRole("button", { name: "Send" }).waitFor();
      const { length } = await texts();
      await page.waitForTimeout(300);
      expect(await texts()).toHaveLength(length);
      await page.getByRole("heading", { name: "Bread, from flour to loaf" }).waitFor();
      expect(await page.getByRole("heading", { name: "What a call looks like" }).count()).toBe(0);

      await ask("Hello");
      await page.getByText("Hello! I can check the weather").waitFor();
      expect(problems).toEqual([]);
      await page.close();
    });

    it("stops a tool at work, and goes on", async () => {
      const { page, ask, requests, problems } = await open();
      await ask("Count the stars in Orion");
      await page.getByText("🔧 Executing tool: countStars...").waitFor();
      await page.getByRole("button", { name: "Stop" }).click();
      await page.getByText("Stopped countStars").waitFor();
      await ask("Hello");
      await page.getByText("Hello! I can check the weather").waitFor();
      expect(requests).toHaveLength(2);
      expect(problems).toEqual([]);
      await page.close();
    });
  });
});
