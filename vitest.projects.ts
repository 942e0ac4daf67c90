import react from "@vitejs/plugin-react";
import type { TestProjectInlineConfiguration } from "vitest/config";
import { packageAlias } from "./package-alias.js";

/** Rooms without React, in plain Node. */
export const nodeProject: TestProjectInlineConfiguration = {
  resolve: { alias: packageAlias },
  test: {
    name: "node",
    environment: "node",
    include: ["test/**/*.test.ts"],
    exclude: ["test/e2e/**"],
    testTimeout: 60_000,
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
    setupFiles: ["test/setup-random.ts", "test/setup-dom.ts"],
  },
};
