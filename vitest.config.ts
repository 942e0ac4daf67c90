import { storybookTest } from "@storybook/addon-vitest/vitest-plugin";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromiumLaunchOptions } from "./scripts/chromium.mjs";

const provider = playwright({ launchOptions: await chromiumLaunchOptions() });

export default defineConfig({
  test: {
    coverage: {
      provider: "v8",
      include: ["src/**/*.{ts,tsx}"],
      reporter: ["text", "json-summary", "lcov"],
    },
    projects: [
      { test: { name: "node", environment: "node", include: ["test/node/**/*.test.ts"] } },
      {
        plugins: [react()],
        test: {
          name: "dom",
          environment: "jsdom",
          include: ["test/dom/**/*.test.tsx"],
          setupFiles: ["test/dom/setup.ts"],
        },
      },
      { test: { name: "e2e", environment: "node", include: ["test/e2e/**/*.test.ts"], testTimeout: 60_000 } },
      {
        plugins: [react()],
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.tsx"],
          browser: {
            enabled: true,
            headless: true,
            provider,
            screenshotFailures: false,
            instances: [{ browser: "chromium" }],
          },
        },
      },
      {
        plugins: [storybookTest({ configDir: ".storybook" })],
        test: {
          name: "stories",
          browser: {
            enabled: true,
            headless: true,
            provider,
            screenshotFailures: false,
            instances: [{ browser: "chromium" }],
          },
        },
      },
    ],
  },
});
