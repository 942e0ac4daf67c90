import { fileURLToPath } from "node:url";
import { storybookTest } from "@storybook/addon-vitest/vitest-plugin";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { packageAlias } from "./package-alias.js";
import { chromiumLaunchOptions } from "./scripts/chromium.mjs";
import { domProject, nodeProject, retry } from "./vitest.projects.js";

const provider = playwright({ launchOptions: await chromiumLaunchOptions() });
/** A new object for each project: Vitest writes the project's name into it. */
const inChromium = () => ({
  enabled: true,
  headless: true,
  provider,
  screenshotFailures: false,
  instances: [{ browser: "chromium" as const }],
});
const react18 = fileURLToPath(new URL("compat/react18/node_modules/", import.meta.url));
const onReact18 = {
  alias: [
    ...packageAlias,
    { find: "react", replacement: `${react18}react` },
    { find: "react-dom", replacement: `${react18}react-dom` },
    { find: "@testing-library/react", replacement: `${react18}@testing-library/react` },
  ],
};

export default defineConfig({
  test: {
    coverage: { provider: "v8", include: ["src/**/*.{ts,tsx}"], reporter: ["text-summary", "json-summary"] },
    projects: [
      nodeProject,
      domProject,
      {
        ...domProject,
        resolve: onReact18,
        cacheDir: "node_modules/.cache/vite-react18-dom",
        // Inlined, so that the alias holds inside them too.
        test: {
          ...domProject.test,
          name: "dom on React 18",
          server: { deps: { inline: [/react-markdown/, /zustand/, /@ai-sdk\/react/, /swr/] } },
        },
      },
      {
        plugins: [react()],
        resolve: { alias: packageAlias },
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.tsx"],
          browser: inChromium(),
          testTimeout: 60_000,
          retry,
        },
      },
      {
        plugins: [react()],
        resolve: onReact18,
        cacheDir: "node_modules/.cache/vite-react18",
        test: {
          name: "browser on React 18",
          include: ["test/browser/**/*.test.tsx"],
          browser: inChromium(),
          testTimeout: 60_000,
          retry,
        },
      },
      {
        plugins: [storybookTest({ configDir: ".storybook" })],
        test: { name: "stories", browser: inChromium(), testTimeout: 60_000, retry },
      },
      {
        plugins: [storybookTest({ configDir: ".storybook", initialGlobals: { theme: "dark" } })],
        test: { name: "stories in the dark", browser: inChromium(), testTimeout: 60_000, retry },
      },
      {
        test: {
          name: "e2e",
          environment: "node",
          include: ["test/e2e/**/*.test.ts"],
          testTimeout: 240_000,
          retry,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
