import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithToolCalls } from "ai";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Composer, createToolRegistry, isBusy, MessageList } from "tooltalk";
import "tooltalk/styles.css";
import "./demo.css";
import { tools } from "./tools.js";

const registry = createToolRegistry(tools);
const transport = new DefaultChatTransport({ api: "/api/ai-sdk" });

/** The AI SDK keeps the conversation and asks; the kit draws it. */
function UseChatDemo() {
  const { messages, status, error, sendMessage, regenerate, stop, addToolOutput, addToolApprovalResponse } = useChat({
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
    onToolCall: ({ toolCall: { toolName: tool, toolCallId, input } }) => {
      void runTool(tool, toolCallId, input).then(
        (output) => addToolOutput({ tool, toolCallId, output }),
        (fault: Error) => addToolOutput({ state: "output-error", tool, toolCallId, errorText: fault.message }),
      );
    },
  });
  return (
    <div className="demo">
      <header className="demo-bar">
        <h1>tooltalk with useChat</h1>
      </header>
      <main className="demo-chat tt-chat">
        <MessageList
          messages={messages}
          status={status}
          error={error}
          onApprove={({ approvalId: id, ...answer }) => addToolApprovalResponse({ id, ...answer })}
        />
        <Composer
          onSend={(text) => void sendMessage({ text })}
          onStop={() => void stop()}
          onRetry={() => void regenerate()}
          isBusy={isBusy(status)}
          error={error}
        />
      </main>
    </div>
  );
}

/** @throws Error for a tool that the page does not have, or that asks first */
async function runTool(name: string, toolCallId: string, input: unknown): Promise<unknown> {
  const tool = registry.get(name);
  if (tool?.execute === undefined || tool.needsApproval) throw new Error(`There is no tool ${name} here.`);
  const { signal } = new AbortController();
  return await tool.execute(input, { toolCallId, messages: [], signal, reportProgress: () => {} });
}

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no element with the id root");
createRoot(root).render(
  <StrictMode>
    <UseChatDemo />
  </StrictMode>,
);
