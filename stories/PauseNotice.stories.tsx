import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { PauseNotice } from "../src/components/PauseNotice/PauseNotice.js";
import { ToolChat, tabTo, toolChat, tools } from "./tool-chats.js";

const meta = {
  component: PauseNotice,
  args: { pause: { reason: "max-steps", steps: 10 }, onContinue: fn(), onStop: fn() },
} satisfies Meta<typeof PauseNotice>;

export default meta;
type Story = StoryObj<typeof meta>;

export const TenSteps: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "Continue" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(args.onContinue).toHaveBeenCalledOnce();
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await expect(args.onStop).toHaveBeenCalledOnce();
  },
};

export const Dark: Story = { globals: { theme: "dark" } };

/** In a chat: it goes on from where it rested, rests again, and is left at that. */
export const InAChat: Story = {
  parameters: { bare: true },
  render: () => (
    <ToolChat
      question="Look at every door."
      make={() =>
        toolChat(
          Array.from({ length: 9 }, (_, door) => [
            { type: "tool-input-available", toolCallId: `l${door}`, toolName: "look", input: { door } } as const,
          ]),
          tools,
          { maxSteps: 2 },
        )
      }
    />
  ),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole("region", { name: /^Paused: the assistant has taken 2 steps/ });
    await tabTo(userEvent, () => canvas.getByRole("button", { name: "Continue" }));
    await userEvent.keyboard("{Enter}");
    await canvas.findByText(/^Used 4 tools/);
    await canvas.findByRole("region", { name: /^Paused/ });
    await expect(canvas.getByRole("log")).toHaveFocus();
    await tabTo(userEvent, () => canvas.getByRole("button", { name: "Stop" }));
    await userEvent.keyboard("{Enter}");
    await expect(canvas.queryByRole("region", { name: /^Paused/ })).toBeNull();
    await expect(canvas.getByRole("button", { name: /^Used 4 tools/ })).toBeVisible();
  },
};
