import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { Sources } from "../src/components/Sources/Sources.js";

const meta = {
  component: Sources,
  args: {
    id: "story",
    parts: [
      { type: "source-url", sourceId: "1", url: "https://kettle.example/manual?page=2", title: "The kettle’s manual" },
      { type: "source-url", sourceId: "2", url: "https://tea.example/green" },
      { type: "source-url", sourceId: "3", url: "javascript:alert(1)", title: "A trap" },
      {
        type: "source-document",
        sourceId: "4",
        mediaType: "application/pdf",
        title: `A title without end: ${"honorificabilitudinitatibus".repeat(5)}`,
        filename: "tea.pdf",
      },
    ],
  },
} satisfies Meta<typeof Sources>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Folded: Story = {};
export const Open: Story = { args: { defaultOpen: true } };
export const Dark: Story = { args: { defaultOpen: true }, globals: { theme: "dark" } };

export const OpensByKeyboard: Story = {
  play: async ({ canvas, userEvent, canvasElement }) => {
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await expect(canvas.getAllByRole("link")).toHaveLength(2);
    await userEvent.tab();
    await expect(canvas.getByRole("link", { name: "The kettle’s manual" })).toHaveFocus();
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};
