import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";
import { ToolCallEntry } from "../src/components/ToolCallEntry/ToolCallEntry.js";
import { type ChatMessage, isToolPart, type ToolPart } from "../src/stream/message.js";
import { picture, silence } from "./pictures.js";
import { assistant, calls, hostile, longResult, oneTool, outcomes, returns, threeTools } from "./scenes.js";

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

function toolReturns(output: unknown): ToolPart {
  return callOf(assistant([...calls("trails-1", "find_trails", { city: "Oslo" }), ...returns("trails-1", output)]));
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

/** What a tool of an MCP server gives: words, a picture and a link, each as what it is. */
export const McpResult: Story = {
  name: "MCP result with text, a picture, a link",
  args: {
    part: toolReturns({
      content: [
        {
          type: "text",
          text: "Three trails near Oslo, the shortest first.\n1. Sognsvann, 3.3 km\n2. Vettakollen, 5 km",
        },
        { type: "image", data: picture(480, 270, "#7a9e7e").split(",")[1], mimeType: "image/png" },
        {
          type: "resource_link",
          uri: "https://trails.example/oslo",
          name: "oslo.html",
          title: "All trails around Oslo",
          description: "With heights, and how to get there.",
        },
      ],
    }),
    showOutcome: false,
  },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText(/Three trails near Oslo/)).toBeVisible();
    const image = canvas.getByRole<HTMLImageElement>("img", { name: "Image" });
    await waitFor(() => expect(image.naturalWidth).toBe(480));
    await expect(image.clientWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
    await expect(canvas.getByRole("link", { name: "All trails around Oslo" })).toHaveAttribute(
      "href",
      "https://trails.example/oslo",
    );
    await expect(canvasElement.textContent).not.toContain("resource_link");
  },
};

/** A sound that can be played, a file that can be saved, and a link that may not be followed. */
export const McpFiles: Story = {
  name: "MCP result with a sound, a file, a refused link",
  args: {
    part: toolReturns({
      content: [
        { type: "audio", data: silence(), mimeType: "audio/wav" },
        {
          type: "resource",
          resource: { uri: "file:///trails/oslo.gpx", mimeType: "application/gpx+xml", blob: "PGdweC8+" },
        },
        { type: "resource_link", uri: "file:///home/ada/oslo.pdf", name: "oslo.pdf" },
      ],
    }),
    showOutcome: false,
  },
  play: async ({ canvas }) => {
    const sound = canvas.getByLabelText<HTMLAudioElement>("Audio");
    await waitFor(() => expect(sound.duration).toBeCloseTo(0.25, 1));
    await expect(canvas.getByRole("link", { name: "Save oslo.gpx" })).toHaveAttribute("download", "oslo.gpx");
    await expect(canvas.getAllByRole("link")).toHaveLength(1);
  },
};

/** The server answered, and its answer is that the tool failed. */
export const McpFailure: Story = {
  name: "MCP result that says the tool failed",
  args: {
    part: toolReturns({
      content: [{ type: "text", text: "No place called “Ooslo”.\nDid you mean Oslo, Norway?" }],
      isError: true,
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("❌ Error processing tool call")).toBeVisible();
    await expect(canvas.getAllByText(/No place called/)).toHaveLength(1);
  },
};
