import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { backendPlugin } from "./server/plugin.js";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const isOnReact18 = process.env.REACT === "18";

export default defineConfig({
  root: path("."),
  plugins: [react(), backendPlugin()],
  resolve: {
    alias: [
      // The demo imports the package as an app does, and gets its sources.
      { find: /^tooltalk$/, replacement: path("../src/index.ts") },
      { find: /^tooltalk\/core$/, replacement: path("../src/core.ts") },
      { find: /^tooltalk\/styles\.css$/, replacement: path("../src/styles.css") },
      ...(isOnReact18 ? ["react", "react-dom"].map(toReact18) : []),
    ],
  },
  cacheDir: path(`../node_modules/.cache/vite-demo${isOnReact18 ? "-react18" : ""}`),
  build: {
    outDir: path("../demo-dist"),
    emptyOutDir: true,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { input: [path("index.html"), path("use-chat.html")] },
  },
});

function toReact18(name: string) {
  return { find: new RegExp(`^${name}(?=$|/)`), replacement: path(`../compat/react18/node_modules/${name}`) };
}
