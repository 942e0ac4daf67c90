// Takes the pictures of the documentation: each story of stories/States.stories.tsx in both themes, and some at the width of
// a phone, from the built Storybook into docs/images. `npm run screenshots` builds it first.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import sharp from "sharp";
import { preview } from "vite";
import { chromiumLaunchOptions } from "./chromium.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const site = join(root, "storybook-static");
const images = join(root, "docs", "images");
const maxBytes = 70_000;
const onPhones = ["complete-open", "approval"];

async function states() {
  const index = await readFile(join(site, "index.json"), "utf8").catch(() => {
    throw new Error("There is no built Storybook. Run `npm run storybook:build` first.");
  });
  const names = Object.keys(JSON.parse(index).entries);
  return names.filter((id) => id.startsWith("states--")).map((id) => id.slice("states--".length));
}

async function take(browser, origin, { name, theme, width, file }) {
  const page = await browser.newPage({
    viewport: { width, height: 1600 },
    deviceScaleFactor: 2,
    colorScheme: theme,
    hasTouch: width < 600,
  });
  page.setDefaultTimeout(20_000);
  await page.goto(`${origin}/iframe.html?id=states--${name}&viewMode=story&globals=theme:${theme}`);
  const picture = page.locator("[data-picture]");
  await picture.waitFor();
  // Stories that do something first are over when nothing in the page has changed for a while.
  await picture.evaluate(
    (element) =>
      new Promise((resolve) => {
        let timer = setTimeout(resolve, 800);
        new globalThis.MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(resolve, 800);
        }).observe(element, { subtree: true, childList: true, attributes: true });
        setTimeout(resolve, 5000); // a clock that counts never rests
      }),
  );
  // Nothing of the conversation is out of sight.
  await picture.evaluate((element) => {
    const log = element.querySelector(".tt-log");
    element.style.height = `${element.offsetHeight + log.scrollHeight - log.clientHeight}px`;
  });
  await page.waitForTimeout(200);
  // Pictures of words have few colours: with a palette they are a third of the size.
  const png = await sharp(await picture.screenshot({ animations: "disabled" }))
    .png({ palette: true, colours: 64, effort: 10, dither: 0 })
    .toBuffer();
  await writeFile(file, png);
  await page.close();
  const size = png.length;
  console.log(`${file.slice(root.length)} ${Math.round(size / 1000)} kB${size > maxBytes ? ": too large" : ""}`);
  return size <= maxBytes;
}

const names = await states();
const wanted = process.argv.slice(2);
const shots = names
  .filter((name) => wanted.length === 0 || wanted.includes(name))
  .flatMap((name) =>
    ["light", "dark"].flatMap((theme) => [
      { name, theme, width: 1280, file: join(images, `${name}-${theme}.png`) },
      ...(onPhones.includes(name)
        ? [{ name, theme, width: 375, file: join(images, `${name}-phone-${theme}.png`) }]
        : []),
    ]),
  );
await mkdir(images, { recursive: true });
const server = await preview({
  configFile: false,
  root,
  build: { outDir: site },
  preview: { host: "127.0.0.1", port: 0 },
  logLevel: "warn",
});
const browser = await chromium.launch(await chromiumLaunchOptions());
try {
  const origin = server.resolvedUrls.local[0].replace(/\/$/, "");
  const fits = [];
  for (const shot of shots) fits.push(await take(browser, origin, shot));
  if (fits.includes(false)) process.exitCode = 1;
} finally {
  await browser.close();
  await server.close();
}
