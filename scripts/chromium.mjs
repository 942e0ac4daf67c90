// Finds a Chromium for the browser tests; downloads nothing.
//   1. CHROMIUM_PATH, when set
//   2. Linux on x64: the one inside the npm package @sparticuz/chromium, unpacked once
//      into node_modules/.cache with the few libraries and the font that it may lack
//   3. one that the system has (apt-get install chromium, Google Chrome, ...)
//   4. none: Playwright looks for a browser of its own
import { createReadStream, createWriteStream, existsSync, readFileSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";
import { extract } from "tar-fs";

const here = fileURLToPath(import.meta.url);
const cacheRoot = join(dirname(here), "..", "node_modules", ".cache");

const systemPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const args = [
  "--no-sandbox", // root, containers
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking", // a closed network
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

function packageHome() {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  try {
    let dir = dirname(createRequire(here).resolve("@sparticuz/chromium"));
    while (!existsSync(join(dir, "bin", "chromium.br"))) {
      if (dirname(dir) === dir) return undefined;
      dir = dirname(dir);
    }
    return dir;
  } catch {
    return undefined;
  }
}

const brotli = (file, sink) =>
  pipeline(createReadStream(file, { highWaterMark: 1 << 22 }), createBrotliDecompress({ chunkSize: 1 << 21 }), sink);

async function unpack(home) {
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const cache = join(cacheRoot, `chromium-${version}`);
  if (!existsSync(cache)) {
    const part = `${cache}.${process.pid}`;
    await rm(part, { recursive: true, force: true });
    await mkdir(part, { recursive: true });
    await Promise.all([
      brotli(join(home, "bin", "chromium.br"), createWriteStream(join(part, "chromium"), { mode: 0o755 })),
      brotli(join(home, "bin", "al2023.tar.br"), extract(part)), // lib/: NSS, NSPR, expat
      brotli(join(home, "bin", "fonts.tar.br"), extract(part)), // fonts/: Open Sans
    ]);
    await writeFile(
      join(part, "fonts.conf"),
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${join(cache, "fonts")}</dir>` +
        `<dir>/usr/share/fonts</dir><cachedir>${join(cache, "fontcache")}</cachedir></fontconfig>\n`,
    );
    try {
      await rename(part, cache); // in one step: another run at the same time does no harm
    } catch (error) {
      await rm(part, { recursive: true, force: true });
      if (!existsSync(cache)) throw error;
    }
  }
  const libs = [join(cache, "lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(":");
  return {
    executablePath: join(cache, "chromium"),
    env: { ...process.env, LD_LIBRARY_PATH: libs, FONTCONFIG_FILE: join(cache, "fonts.conf") },
  };
}

/** Launch options for Playwright. */
export async function chromiumLaunchOptions() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) return { args, executablePath: wanted };
  const home = packageHome();
  if (home) return { args, ...(await unpack(home)) };
  const system = systemPaths.find((path) => existsSync(path));
  return system ? { args, executablePath: system } : { args };
}

if (process.argv[1] === here) console.log((await chromiumLaunchOptions()).executablePath ?? "none");
