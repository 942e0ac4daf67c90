import type { Meta, StoryObj } from "@storybook/react-vite";
import { ToolCallEntry } from "../src/components/ToolCallEntry/ToolCallEntry.js";
import { type ChatMessage, isToolPart, type ToolPart } from "../src/stream/message.js";
import { hostile, longResult, oneTool, outcomes, threeTools } from "./scenes.js";

const meta = {
  component: ToolCallEntry,
  decorators: [
    (Story) => (
      <ul className="tt-entries">
        <Story />
      </ul>
    ),
  ],
} satisfies Meta<typeof ToolCallEntry>;

export default meta;
type Story = StoryObj<typeof meta>;

function callOf(message: ChatMessage, index = 0): ToolPart {
  const part = message.parts.filter(isToolPart)[index];
  if (part === undefined) throw new Error("The scene has no such call.");
  return part;
}

export const Writing: Story = { args: { part: callOf(oneTool.writing) } };
export const Running: Story = { args: { part: callOf(oneTool.running) } };
export const ResultWithMessage: Story = { args: { part: callOf(oneTool.done) } };
export const ResultOnTheLine: Story = { args: { part: callOf(threeTools, 1), showOutcome: false } };
export const ResultBelow: Story = {
  args: { part: callOf(threeTools), commentary: "I’ll look through your notes first.", showOutcome: false },
};
export const LongResult: Story = { args: { part: callOf(longResult) } };
export const UnknownTool: Story = { args: { part: callOf(outcomes.unknownTool) } };
export const InvalidFormat: Story = { args: { part: callOf(outcomes.invalid) } };
export const Failed: Story = { args: { part: callOf(outcomes.failed) } };
export const Stopped: Story = { args: { part: callOf(outcomes.stopped) } };
export const Denied: Story = { args: { part: callOf(outcomes.denied) } };
export const WaitingForApproval: Story = { args: { part: callOf(outcomes.waiting) } };
export const Hostile: Story = { args: { part: callOf(hostile) } };
export const Dark: Story = { args: { part: callOf(outcomes.failed) }, globals: { theme: "dark" } };
