import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { MessageEditor } from "../src/components/MessageEditor/MessageEditor.js";

const meta = {
  component: MessageEditor,
  args: { text: "What did I write about tea?", onSend: fn(), onCancel: fn() },
} satisfies Meta<typeof MessageEditor>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Editing: Story = {};
export const Empty: Story = { args: { text: "" } };
export const Dark: Story = { globals: { theme: "dark" } };

export const Keyboard: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByRole("textbox", { name: "Edited message" })).toHaveFocus();
    await userEvent.keyboard(" And coffee?{Enter}");
    await expect(args.onSend).toHaveBeenLastCalledWith("What did I write about tea? And coffee?");
    await userEvent.keyboard("{Escape}");
    await expect(args.onCancel).toHaveBeenCalledOnce();
  },
};
