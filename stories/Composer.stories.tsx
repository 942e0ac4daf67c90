import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor } from "storybook/test";
import { Composer } from "../src/components/Composer/Composer.js";

const meta = { component: Composer, args: { onSend: fn(), onStop: fn() } } satisfies Meta<typeof Composer>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const Busy: Story = { args: { isBusy: true } };
export const AfterAnError: Story = { args: { error: { message: "Too many requests." }, onRetry: fn() } };
export const Dark: Story = {
  args: { error: { message: "Too many requests." }, onRetry: fn() },
  globals: { theme: "dark" },
};

export const WithFiles: Story = {
  args: { attachments: { accept: ["image/*", "text/*"], maxBytes: 1024 } },
  play: async ({ canvas, userEvent, args, canvasElement }) => {
    const files = [
      new File(["70 °C"], "a-note-with-a-name-that-goes-on-and-on-and-on.txt", { type: "text/plain" }),
      new File(["x".repeat(2000)], "big.txt", { type: "text/plain" }),
    ];
    const form = canvasElement.querySelector("form");
    if (form === null) throw new Error("no form");
    const drop = () => {
      const dataTransfer = new DataTransfer();
      for (const file of files) dataTransfer.items.add(file);
      form.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    };
    drop();
    await expect(await canvas.findByText(/^big\.txt is too large/)).toBeVisible();
    await waitFor(() => expect(canvasElement.querySelector(".tt-draft[data-state=ready]")).not.toBeNull());
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
    await userEvent.click(canvas.getByRole("textbox"));
    await userEvent.keyboard("What is it?{Enter}");
    await expect(args.onSend).toHaveBeenLastCalledWith("What is it?", [
      expect.objectContaining({ type: "file", mediaType: "text/plain", url: "data:text/plain;base64,NzAgwrBD" }),
    ]);
    drop();
  },
};
export const WithFilesDark: Story = { ...WithFiles, globals: { theme: "dark" } };

export const SendsByKeyboard: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const field = canvas.getByRole("textbox", { name: "Message" });
    const height = field.clientHeight;
    await userEvent.tab();
    await userEvent.keyboard("north{Shift>}{Enter}{/Shift}south");
    await expect(field).toHaveValue("north\nsouth");
    await expect(field.clientHeight).toBeGreaterThan(height);
    await expect(args.onSend).not.toHaveBeenCalled();
    await userEvent.keyboard("{Enter}");
    await expect(args.onSend).toHaveBeenLastCalledWith("north\nsouth");
    await expect(field).toHaveValue("");
    await expect(field.clientHeight).toBe(height);
    await expect(field).toHaveFocus();
  },
};

export const GrowsToALimit: Story = {
  play: async ({ canvas, userEvent, canvasElement }) => {
    const field = canvas.getByRole("textbox", { name: "Message" });
    await userEvent.click(field);
    await userEvent.paste("line\n".repeat(40));
    await expect(field.clientHeight).toBeLessThanOrEqual(200);
    await expect(field.scrollHeight).toBeGreaterThan(field.clientHeight);
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};

export const StopsByKeyboard: Story = {
  args: { isBusy: true },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.tab();
    await userEvent.keyboard("next question{Enter}");
    await expect(args.onSend).not.toHaveBeenCalled();
    await expect(canvas.getByRole("textbox")).toHaveValue("next question");
    await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "Stop" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(args.onStop).toHaveBeenCalledOnce();
    await expect(canvas.getByRole("textbox")).toHaveFocus();
  },
};
