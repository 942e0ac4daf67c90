import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { InlineToolWidget } from "../src/components/InlineToolWidget/InlineToolWidget.js";
import { hostile, longResult, oneTool, outcomes, threeTools } from "./scenes.js";

const meta = { component: InlineToolWidget } satisfies Meta<typeof InlineToolWidget>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Thinking: Story = { args: { message: oneTool.thinking, isActive: true } };
export const Writing: Story = { args: { message: oneTool.writing, isActive: true } };
export const Running: Story = { args: { message: oneTool.running, isActive: true } };
export const ThinkingAgain: Story = { args: { message: oneTool.done, isActive: true } };
export const Complete: Story = { args: { message: oneTool.answered } };
export const CompleteWithoutMessage: Story = { args: { message: outcomes.plain } };
export const UnknownTool: Story = { args: { message: outcomes.unknownTool } };
export const InvalidFormat: Story = { args: { message: outcomes.invalid } };
export const Failed: Story = { args: { message: outcomes.failed } };
export const Stopped: Story = { args: { message: outcomes.stopped } };
export const Denied: Story = { args: { message: outcomes.denied } };
export const WaitingForApproval: Story = { args: { message: outcomes.waiting, isActive: true } };
export const ThreeTools: Story = { args: { message: threeTools } };
export const ThreeToolsOpen: Story = { args: { message: threeTools, defaultOpen: true } };
export const LongResultOpen: Story = { args: { message: longResult, defaultOpen: true } };
export const HostileOpen: Story = { args: { message: hostile, defaultOpen: true } };
export const Dark: Story = { args: { message: threeTools, defaultOpen: true }, globals: { theme: "dark" } };

export const OpensByKeyboard: Story = {
  args: { message: threeTools },
  play: async ({ canvas, userEvent }) => {
    const line = canvas.getByRole("button", { name: "Used 3 tools · 1 failed" });
    const left = line.getBoundingClientRect().left;
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await expect(line).toHaveAttribute("aria-expanded", "true");
    await expect(canvas.getAllByRole("listitem")).toHaveLength(3);
    await expect(canvas.getByText("Now the kettle page.")).toBeVisible();
    await expect(canvas.getByText("Timed out after 2 s")).toBeVisible();
    await expect(canvas.getByText("Timed out after 2 s")).toBeVisible();
    await expect(line.getBoundingClientRect().left).toBe(left);
    await expect(line).toHaveFocus();
  },
};

/** All text of the widget, its entries and its results begins at one edge. */
export const OneEdge: Story = {
  args: { message: threeTools, defaultOpen: true },
  play: async ({ canvas, canvasElement }) => {
    const leftOf = (text: string, selector = "*") => {
      const range = document.createRange();
      range.selectNodeContents(canvas.getByText(text, { exact: false, selector }));
      return Math.round(range.getBoundingClientRect().left);
    };
    const edge = leftOf("Used 3 tools");
    await expect(leftOf("I’ll look through")).toBe(edge);
    await expect(leftOf("search_notes", "b")).toBe(edge);
    await expect(leftOf("Found 3 notes")).toBe(edge);
    await expect(leftOf("Timed out after 2 s")).toBe(edge);
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};

export const ShowsMoreOnDemand: Story = {
  args: { message: longResult, defaultOpen: true },
  play: async ({ canvas, userEvent }) => {
    const more = canvas.getByRole("button", { name: "… show more (40 more lines)" });
    await expect(canvas.getByText(/compiled module-19\.ts/)).toBeVisible();
    await expect(canvas.queryByText(/module-59/)).not.toBeInTheDocument();
    await userEvent.click(more);
    await expect(canvas.getByText(/module-59/)).toBeVisible();
    await expect(more).toHaveFocus();
    await userEvent.click(more);
    await expect(canvas.queryByText(/module-59/)).not.toBeInTheDocument();
  },
};
