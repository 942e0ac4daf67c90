import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Library build. One output file per source file, so that every file keeps its own
// "use client" line and a bundler that takes one component leaves the others out.
export default defineConfig({
  plugins: [react()],
  build: {
    lib: {
      entry: {
        "react/index": "src/react/index.ts",
        "core/index": "src/core/index.ts",
        styles: "src/styles.css",
      },
      formats: ["es"],
    },
    cssCodeSplit: true, // a CSS entry needs it in library mode
    minify: false,
    sourcemap: true,
    target: "es2022",
    rolldownOptions: {
      external: [/^[^./\0]/], // every bare import stays an import
      output: { preserveModules: true, preserveModulesRoot: "src" },
    },
  },
});
