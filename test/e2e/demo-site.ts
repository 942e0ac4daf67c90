import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright";
import { type PreviewServer, preview } from "vite";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export const configFile = path("../../demo/vite.config.ts");
export const artifacts = path("../../artifacts/");

/**
 * The demo as `npm run demo:build` makes it and `npm run demo:preview` serves it.
 * @param name  of its folder: two builds at a time need two
 */
export async function serveDemo(react: "18" | "19", name: string): Promise<PreviewServer> {
  const outDir = path(`../../demo-dist/${name}`);
  // In a process of its own: here NODE_ENV is "test", and the page would get React's development build.
  await promisify(execFile)(
    process.execPath,
    [path("../../node_modules/vite/bin/vite.js"), "build", "--config", configFile, "--outDir", outDir],
    { env: { ...process.env, NODE_ENV: "production", REACT: react } },
  );
  return preview({ configFile, build: { outDir }, preview: { host: "127.0.0.1", port: 0 }, logLevel: "warn" });
}

/** A page that keeps count of everything that matters here. */
export interface Visit {
  page: Page;
  /** Bodies of the requests that went to a back end, in order. */
  requests: string[];
  /** Errors on the console, and errors that nobody caught. */
  problems: string[];
  /** Each text that the conversation has shown, in order. */
  texts: () => Promise<string[]>;
  ask: (question: string) => Promise<void>;
}

export async function visit(browser: Browser, url: string, viewport = { width: 1024, height: 720 }): Promise<Visit> {
  const page = await browser.newPage({ viewport });
  page.setDefaultTimeout(120_000); // a busy machine is no fault
  const requests: string[] = [];
  const problems: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) requests.push(request.postData() ?? "");
  });
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  await page.addInitScript(recordTexts);
  await page.goto(url);
  return {
    page,
    requests,
    problems,
    texts: () => page.evaluate(() => (window as unknown as { texts: string[] }).texts),
    ask: async (question) => {
      await page.getByLabel("Message", { exact: true }).fill(question);
      await page.keyboard.press("Enter");
    },
  };
}

/** Runs in the page: looks behind every change of the document, so that no state is too short to be seen. */
function recordTexts(): void {
  const texts: string[] = [];
  Object.assign(window, { texts });
  const look = () => {
    const text = document.querySelector("[role=log]")?.textContent ?? "";
    if (text !== texts.at(-1)) texts.push(text);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}
