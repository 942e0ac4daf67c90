import "../src/styles.css";
import type { Preview } from "@storybook/react-vite";
import { createElement } from "react";
import { configure } from "storybook/test";
import { doors } from "../stories/doors.js";

configure({ asyncUtilTimeout: 10_000 }); // a busy machine is no fault

const preview: Preview = {
  tags: ["autodocs"],
  beforeEach: doors.closeAll,
  parameters: {
    a11y: { test: "error" },
    layout: "fullscreen",
  },
  globalTypes: {
    theme: {
      description: "Colours",
      toolbar: {
        title: "Theme",
        icon: "contrast",
        items: [
          { value: "light", title: "Light" },
          { value: "dark", title: "Dark" },
        ],
        dynamicTitle: true,
      },
    },
  },
  initialGlobals: { theme: "light" },
  decorators: [
    (Story, { globals, parameters }) =>
      parameters.bare === true
        ? createElement(Story)
        : createElement(
            "div",
            {
              className: "tt-chat",
              "data-theme": globals.theme === "dark" ? "dark" : "light",
              style: { padding: "1.5rem 1rem", minHeight: "100%" },
            },
            createElement(Story),
          ),
  ],
};

export default preview;
