import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { MessageActions } from "../src/components/MessageActions/MessageActions.js";
import { oneTool, user } from "./scenes.js";

const meta = {
  component: MessageActions,
  decorators: [
    (Story) => (
      <article className="tt-message">
        <Story />
      </article>
    ),
  ],
} satisfies Meta<typeof MessageActions>;

export default meta;
type Story = StoryObj<typeof meta>;

export const OfAnAnswer: Story = { args: { message: oneTool.answered, onRegenerate: fn() } };
export const OfWords: Story = { args: { message: user("Weather?"), onEdit: fn() } };
export const Dark: Story = { ...OfAnAnswer, globals: { theme: "dark" } };

export const Keyboard: Story = {
  args: { message: oneTool.answered, onRegenerate: fn() },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "Copy" })).toHaveFocus();
    await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "Copy with tools" })).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await expect(args.onRegenerate).toHaveBeenCalledOnce();
  },
};
