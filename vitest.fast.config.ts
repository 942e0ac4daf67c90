// The fast loop: no browser, no Storybook. `npm test` runs everything.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { domProject, nodeProject } from "./vitest.projects.js";

process.env.TOOLTALK_FAST = "1"; // the longest tests do less

export default defineConfig({ plugins: [react()], test: { projects: [nodeProject, domProject] } });
