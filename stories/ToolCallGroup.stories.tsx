import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { ToolCallGroup } from "../src/components/ToolCallGroup/ToolCallGroup.js";
import { isToolPart } from "../src/stream/message.js";
import { oneTool, outcomes, threeTools } from "./scenes.js";

const meta = { component: ToolCallGroup } satisfies Meta<typeof ToolCallGroup>;

export default meta;
type Story = StoryObj<typeof meta>;

const callsOf = (...messages: readonly { parts: (typeof threeTools)["parts"] }[]) =>
  messages.flatMap(({ parts }) => parts.filter(isToolPart).map((part) => ({ part })));
const many = callsOf(threeTools, outcomes.plain, oneTool.running).map((call, index) => ({
  part: { ...call.part, toolCallId: `call-${index}` },
}));

export const OneCall: Story = { args: { calls: callsOf(oneTool.done) } };
export const OneCallRunning: Story = { args: { calls: callsOf(oneTool.running) } };
export const FiveCalls: Story = { args: { calls: many } };
export const FiveCallsOpen: Story = { args: { calls: many, defaultOpen: true } };
export const WaitingForApproval: Story = { args: { calls: callsOf(threeTools, outcomes.waiting) } };
export const Dark: Story = { args: { calls: many, defaultOpen: true }, globals: { theme: "dark" } };

export const OpensByKeyboard: Story = {
  args: { calls: many },
  play: async ({ canvas, userEvent }) => {
    const line = canvas.getByRole("button", { name: "🔧 5 tool calls · 1 failed (show details)" });
    const { left } = line.getBoundingClientRect();
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await expect(line).toHaveAccessibleName("🔧 5 tool calls · 1 failed (hide details)");
    await expect(canvas.getAllByRole("listitem")).toHaveLength(5);
    await expect(line.getBoundingClientRect().left).toBe(left);
    await expect(line).toHaveFocus();
  },
};
