import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { Message } from "../src/components/Message/Message.js";
import type { ToolPart } from "../src/stream/message.js";
import { assistant, oneTool, says, threeTools, user } from "./scenes.js";

const meta = { component: Message } satisfies Meta<typeof Message>;

export default meta;
type Story = StoryObj<typeof meta>;

export const FromUser: Story = {
  args: { message: user("What did I write about tea, and is the kettle page up to date?") },
};
export const FromUserLong: Story = {
  args: { message: user(`Two lines,\nand then a word without end: ${"honorificabilitudinitatibus".repeat(8)}`) },
};
export const FromAssistant: Story = {
  args: { message: assistant(says("Green tea wants **70 °C** and two minutes.")) },
};
export const Thinking: Story = { args: { message: oneTool.thinking, isActive: true } };
export const WithOneTool: Story = { args: { message: oneTool.answered } };
export const WithTools: Story = { args: { message: threeTools } };
export const Dark: Story = { args: { message: threeTools }, globals: { theme: "dark" } };

/** A message that cannot be drawn is its plain text. */
export const Broken: Story = {
  args: { message: { ...threeTools, parts: [...threeTools.parts, null as unknown as ToolPart] } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/green tea wants 70 °C/)).toBeVisible();
    await expect(canvas.getByText(/Found 3 notes/)).toBeVisible();
  },
};
