import { useChat } from "@ai-sdk/react";
import {
  type ChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from "ai";
import { Composer, createToolRegistry, isBusy, MessageList } from "tooltalk";
import { tools } from "./tools.js";

const registry = createToolRegistry(tools);

export interface UseChatPageProps {
  transport: ChatTransport<UIMessage>;
}

/** A page of an app with the AI SDK: `useChat` keeps the conversation and asks, the kit draws it. */
export function UseChatPage({ transport }: UseChatPageProps) {
  const { messages, status, error, sendMessage, regenerate, stop, addToolOutput, addToolApprovalResponse } = useChat({
    transport,
    sendAutomaticallyWhen: (chat) =>
      lastAssistantMessageIsCompleteWithToolCalls(chat) || lastAssistantMessageIsCompleteWithApprovalResponses(chat),
    onToolCall: ({ toolCall: { toolName: tool, toolCallId, input, providerExecuted } }) => {
      if (providerExecuted) return;
      void runTool(tool, toolCallId, input).then(
        (output) => addToolOutput({ tool, toolCallId, output }),
        (fault: Error) => addToolOutput({ state: "output-error", tool, toolCallId, errorText: fault.message }),
      );
    },
  });
  return (
    <>
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
    </>
  );
}

/** @throws Error for a tool that the page does not have, or that asks first */
async function runTool(name: string, toolCallId: string, input: unknown): Promise<unknown> {
  const tool = registry.get(name);
  if (tool?.execute === undefined || tool.needsApproval) throw new Error(`There is no tool ${name} here.`);
  const { signal } = new AbortController();
  return await tool.execute(input, { toolCallId, messages: [], signal, reportProgress: () => {} });
}
