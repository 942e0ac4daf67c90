import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { CollapsibleBlock } from "../src/components/CollapsibleBlock/CollapsibleBlock.js";

const meta = {
  component: CollapsibleBlock,
  args: { label: "Details", children: <p style={{ margin: 0 }}>What is inside.</p>, onOpenChange: fn() },
} satisfies Meta<typeof CollapsibleBlock>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Closed: Story = {};

export const Open: Story = { args: { defaultOpen: true } };

export const Counted: Story = { args: { label: "Sources", count: 12 } };

export const Line: Story = { args: { look: "line", label: "One quiet line" } };

export const Dark: Story = { args: { defaultOpen: true, count: 3 }, globals: { theme: "dark" } };

export const Keyboard: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const button = canvas.getByRole("button", { name: /Details/ });
    await userEvent.tab();
    await expect(button).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await expect(canvas.getByText("What is inside.")).toBeVisible();
    await expect(args.onOpenChange).toHaveBeenLastCalledWith(true);
    await userEvent.keyboard(" ");
    await expect(button).toHaveAttribute("aria-expanded", "false");
    await expect(canvas.queryByText("What is inside.")).not.toBeInTheDocument();
    await expect(button).toHaveFocus();
  },
};
