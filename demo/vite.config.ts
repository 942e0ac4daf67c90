import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { packageAlias } from "../package-alias.js";
import { backendPlugin } from "./server/plugin.js";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const isOnReact18 = process.env.REACT === "18";

export default defineConfig({
  root: path("."),
  plugins: [react(), backendPlugin()],
  resolve: {
    alias: [...packageAlias, ...(isOnReact18 ? ["react", "react-dom"].map(toReact18) : [])],
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
