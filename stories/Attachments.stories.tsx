import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { Attachments } from "../src/components/Attachments/Attachments.js";
import { picture } from "./pictures.js";

const meta = { component: Attachments } satisfies Meta<typeof Attachments>;

export default meta;
type Story = StoryObj<typeof meta>;

const files = [
  { mediaType: "image/png", url: picture(320, 200, "#7a9e7e"), filename: "green-tea.png" },
  { mediaType: "image/png", url: "https://pictures.example/kettle.png", filename: "kettle.png" },
  { mediaType: "application/pdf", url: "data:application/pdf;base64,JVBERg==", filename: "manual.pdf" },
  { mediaType: "text/plain", url: "file:///etc/passwd", filename: `${"a-long-name-".repeat(12)}.txt` },
];

export const Files: Story = { args: { files } };
export const Dark: Story = { args: { files }, globals: { theme: "dark" } };

/** A picture of any size has its place, and never more than the page. */
export const LargePictures: Story = {
  args: {
    files: [
      { mediaType: "image/png", url: picture(3000, 400, "#86673f"), filename: "wide.png" },
      { mediaType: "image/png", url: picture(200, 3000, "#4a6d8c"), filename: "high.png" },
    ],
  },
  play: async ({ canvas, canvasElement }) => {
    for (const image of canvas.getAllByRole("img")) {
      await expect(image.clientHeight).toBeLessThanOrEqual(320);
      await expect(image.clientWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
    }
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};
