import type { Meta, StoryObj } from "@storybook/react-vite";
import { fn } from "storybook/test";
import { Notice } from "../src/components/Notice/Notice.js";

const meta = {
  component: Notice,
  args: { children: "The connection was lost. What you see is kept." },
} satisfies Meta<typeof Notice>;

export default meta;
type Story = StoryObj<typeof meta>;

export const WithRetry: Story = { args: { onRetry: fn() } };
export const WithoutRetry: Story = {};
export const LongWords: Story = {
  args: { children: `HTTP 500 from https://chat.example/${"very-long-path/".repeat(12)}`, onRetry: fn() },
};
export const Dark: Story = { args: { onRetry: fn() }, globals: { theme: "dark" } };
