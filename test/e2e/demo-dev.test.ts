import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chromiumLaunchOptions } from "../../scripts/chromium.mjs";
import { configFile, visit } from "./demo-site.js";

let browser: Browser;
let server: ViteDevServer;
let cacheDir: string;

beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), "tooltalk-demo-"));
  server = await createServer({ configFile, cacheDir, server: { host: "127.0.0.1", port: 0 }, logLevel: "warn" });
  await server.listen();
  browser = await chromium.launch(await chromiumLaunchOptions());
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  if (cacheDir !== undefined) await rm(cacheDir, { recursive: true, force: true });
});

it("npm run demo answers on its first visit, and does not load the page twice", async () => {
  const { page, ask, problems } = await visit(browser, server.resolvedUrls?.local[0] ?? "");
  const addresses: string[] = [];
  await page.getByRole("heading", { name: "tooltalk" }).waitFor();
  page.on("framenavigated", (frame) => addresses.push(frame.url()));
  await ask("What's the weather in San Francisco?");
  await page.getByText("23 km/h").waitFor();
  expect(addresses).toEqual([]);
  expect(problems).toEqual([]);
  await page.close();
});
