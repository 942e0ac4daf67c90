import react from "@vitejs/plugin-react";
import type { TestProjectInlineConfiguration } from "vitest/config";
import { packageAlias } from "./package-alias.js";

/**
 * A busy machine that nobody watches may miss a frame: there a test has two more tries, and its line says so. What fails
 * each time is a fault. At a desk a test that is right only now and then fails at once, to be mended.
 */
export const retry = process.env.CI === undefined ? 0 : 2;

/** Rooms without React, in plain Node. */
export const nodeProject: TestProjectInlineConfiguration = {
  resolve: { alias: packageAlias },
  test: {
    name: "node",
    environment: "node",
    include: ["test/**/*.test.ts"],
    exclude: ["test/e2e/**"],
    testTimeout: 60_000,
    retry,
    setupFiles: ["test/setup-random.ts"],
  },
};

/** Logic of components, in jsdom. */
export const domProject: TestProjectInlineConfiguration = {
  plugins: [react()],
  resolve: { alias: packageAlias },
  test: {
    name: "dom",
    environment: "jsdom",
    include: ["test/**/*.test.tsx"],
    exclude: ["test/browser/**"],
    testTimeout: 30_000,
    retry,
    setupFiles: ["test/setup-random.ts", "test/setup-dom.ts"],
  },
};
