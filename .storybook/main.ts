import type { StorybookConfig } from "@storybook/react-vite";
import { mergeConfig } from "vite";
import { packageAlias } from "../package-alias.js";

const config: StorybookConfig = {
  stories: ["../stories/**/*.stories.tsx"],
  addons: ["@storybook/addon-docs", "@storybook/addon-a11y", "@storybook/addon-vitest"],
  framework: { name: "@storybook/react-vite", options: {} },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: "react-docgen" },
  viteFinal: (config) => mergeConfig(config, { resolve: { alias: packageAlias } }),
};

export default config;
