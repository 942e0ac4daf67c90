import type { Meta, StoryObj } from "@storybook/react-vite";
import {
  type ChatTransport,
  createUIMessageStream,
  createUIMessageStreamResponse,
  DefaultChatTransport,
  type UIMessage,
} from "ai";
import { expect } from "storybook/test";
import { aiSdkBackend } from "../demo/server/ai-sdk.js";
import { UseChatPage } from "../demo/UseChatPage.js";

const meta = {
  title: "UseChat",
  component: UseChatPage,
  decorators: [
    (Story) => (
      <div style={{ display: "flex", flexDirection: "column", height: "30rem", margin: "-1.5rem -1rem" }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof UseChatPage>;

export default meta;
type Story = StoryObj<typeof meta>;

/** A route of the AI SDK, here in the page. */
function answeredBy(route: (request: Request) => Promise<Response>): ChatTransport<UIMessage> {
  return new DefaultChatTransport({
    api: "https://chat.example/api/chat",
    fetch: (input, init) => route(new Request(input, init)),
  });
}

/** A tool of the page: its call comes by `onToolCall`, its result goes back by `addToolOutput`. */
export const ClientTool: Story = {
  args: { transport: answeredBy((request) => aiSdkBackend(request, { thinkMs: 350, deltaMs: 15 })) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("textbox"), "What's the weather in San Francisco?");
    // They look from now on: what they look for comes and goes by itself.
    const isThinking = canvas.findByText("Thinking…");
    const isRunning = canvas.findByText("🔧 Executing tool: getWeather...");
    await userEvent.keyboard("{Enter}");
    await Promise.all([isThinking, isRunning]);
    await canvas.findByText(/14 °C, fog until noon. The wind blows at 23 km\/h/);
    await expect(await canvas.findByRole("button", { name: /^Used 1 tool/ })).toBeVisible();
    await canvas.findByRole("button", { name: "Send" });
  },
};

/** A tool of the server that asks first: the answer goes back by `addToolApprovalResponse`. */
export const Approval: Story = {
  args: { transport: answeredBy(deleteNotes) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("textbox"), "Throw away my notes about bread{Enter}");
    await userEvent.click(await canvas.findByRole("button", { name: "Allow once" }));
    await canvas.findByText("Both notes are gone.");
    await expect(await canvas.findByRole("button", { name: /^Used 1 tool/ })).toBeVisible();
    await expect(canvas.queryByRole("button", { name: "Allow once" })).toBeNull();
  },
};

/** Asks for leave in its first answer, and goes on in the second. */
async function deleteNotes(request: Request): Promise<Response> {
  const { messages } = (await request.json()) as { messages: UIMessage[] };
  const call = { toolCallId: "call-1", toolName: "deleteNotes" };
  const stream = createUIMessageStream({
    originalMessages: messages,
    execute: async ({ writer }) => {
      await new Promise((resolve) => setTimeout(resolve, 350));
      const answered = messages.at(-1);
      if (answered?.role === "user") {
        writer.write({ type: "start-step" });
        writer.write({
          type: "tool-input-available",
          ...call,
          providerExecuted: true,
          input: { ids: ["note-1", "note-2"] },
        });
        writer.write({ type: "tool-approval-request", toolCallId: call.toolCallId, approvalId: "approval-1" });
        writer.write({ type: "finish-step" });
        return;
      }
      const isAllowed = JSON.stringify(answered).includes('"approved":true');
      if (isAllowed)
        writer.write({ type: "tool-output-available", toolCallId: call.toolCallId, output: { deleted: 2 } });
      else writer.write({ type: "tool-output-denied", toolCallId: call.toolCallId });
      writer.write({ type: "start-step" });
      writer.write({ type: "text-start", id: "t" });
      writer.write({ type: "text-delta", id: "t", delta: isAllowed ? "Both notes are gone." : "I left them alone." });
      writer.write({ type: "text-end", id: "t" });
      writer.write({ type: "finish-step" });
    },
  });
  return createUIMessageStreamResponse({ stream });
}
