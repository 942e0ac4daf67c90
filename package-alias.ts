import { fileURLToPath } from "node:url";

const source = (file: string) => fileURLToPath(new URL(`src/${file}`, import.meta.url));

/** The demo, the stories and the tests import the package as an app does, and get its sources. */
export const packageAlias = [
  { find: /^tooltalk$/, replacement: source("index.ts") },
  { find: /^tooltalk\/core$/, replacement: source("core.ts") },
  { find: /^tooltalk\/syntaxes$/, replacement: source("syntaxes.ts") },
  { find: /^tooltalk\/styles\.css$/, replacement: source("styles.css") },
];
