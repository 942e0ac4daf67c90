import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { ChatProvider } from "../src/components/ChatProvider/ChatProvider.js";
import { InlineToolWidget } from "../src/components/InlineToolWidget/InlineToolWidget.js";
import { createPlural } from "../src/labels.js";
import { threeTools } from "./scenes.js";

const meta = { component: ChatProvider } satisfies Meta<typeof ChatProvider>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Any word may be replaced; the rest stays English. */
export const OwnWords: Story = {
  args: {
    labels: {
      usedTools: createPlural("de", { one: "# Werkzeug benutzt", other: "# Werkzeuge benutzt" }),
      failedCount: createPlural("de", { other: "# fehlgeschlagen" }),
    },
    children: <InlineToolWidget message={threeTools} />,
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "3 Werkzeuge benutzt · 1 fehlgeschlagen" })).toBeVisible();
  },
};
