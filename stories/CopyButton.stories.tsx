import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { CopyButton } from "../src/components/CopyButton/CopyButton.js";

const meta = { component: CopyButton, args: { text: () => "70 °C" } } satisfies Meta<typeof CopyButton>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {};
export const Dark: Story = { globals: { theme: "dark" } };

export const Copies: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await expect(await canvas.findByRole("button", { name: /^(?:Copied|Could not copy)/ })).toHaveFocus();
  },
};
