import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  build: {
    lib: {
      entry: {
        index: "src/index.ts",
        core: "src/core.ts",
        syntaxes: "src/syntaxes.ts",
        testing: "src/testing.ts",
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
      output: { preserveModules: true, preserveModulesRoot: "src" }, // keeps "use client" where it belongs
    },
  },
});
