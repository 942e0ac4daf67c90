import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { EmptyState } from "../src/components/EmptyState/EmptyState.js";

const meta = {
  component: EmptyState,
  args: {
    suggestions: [
      "What’s the weather in San Francisco?",
      { label: "Tea", text: "What did I write about tea?" },
      `A word without end: ${"honorificabilitudinitatibus".repeat(4)}`,
    ],
    onSuggestion: fn(),
    children: <p style={{ margin: 0 }}>Good morning. What would you like to know?</p>,
  },
} satisfies Meta<typeof EmptyState>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Greeting: Story = {};
export const Dark: Story = { globals: { theme: "dark" } };

export const Keyboard: Story = {
  play: async ({ userEvent, args, canvasElement }) => {
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await expect(args.onSuggestion).toHaveBeenLastCalledWith("What did I write about tea?");
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};
