import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { Reasoning } from "../src/components/Reasoning/Reasoning.js";

const text =
  "The person wants the temperature for green tea. The note says **70 °C**; the kettle page may say more.\n\nI should look at both.";

const meta = {
  component: Reasoning,
  args: { id: "story", parts: [{ type: "reasoning", text, state: "done" }] },
} satisfies Meta<typeof Reasoning>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Folded: Story = {};
export const Open: Story = { args: { defaultOpen: true } };
export const GoingOn: Story = { args: { parts: [{ type: "reasoning", text: text.slice(0, 60), state: "streaming" }] } };
export const Dark: Story = { args: { defaultOpen: true }, globals: { theme: "dark" } };

export const OpensByKeyboard: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await expect(canvas.getByRole("button", { name: "Thought" })).toHaveAttribute("aria-expanded", "true");
    await expect(canvas.getByText("I should look at both.")).toBeVisible();
  },
};
