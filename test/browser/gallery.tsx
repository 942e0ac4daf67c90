import { createChatStore } from "../../src/chat/store.js";
import { CollapsibleBlock } from "../../src/components/CollapsibleBlock/CollapsibleBlock.js";
import {
  type ChatMessage,
  ChatProvider,
  type ChatStore,
  Composer,
  EmptyState,
  isToolPart,
  Markdown,
  MessageEditor,
  MessageList,
  Notice,
  PauseNotice,
  ToolCallGroup,
} from "../../src/index.js";
import { picture } from "../../stories/pictures.js";
import {
  assistant,
  calls,
  fails,
  longResult,
  oneTool,
  outcomes,
  returns,
  says,
  step,
  threeTools,
  user,
  writes,
} from "../../stories/scenes.js";
import { scripted } from "../../stories/scripted.js";
import { asked, tools } from "../../stories/tool-chats.js";

const nothing = () => undefined;

const markdown = `# Tea, in short

Green tea wants **70 °C** and *two minutes*; black tea takes \`100 °C\`. See the [kettle page](https://kettle.example/manual).

1. Boil the water.
2. Warm the pot:
   - pour in a little,
   - pour it out.

- [x] kettle
- [ ] strainer

> The leaves unfold only once.

| Tea | Temperature |
|:----|------------:|
| Green | 70 °C |

\`\`\`ts
await kettle.heat(70);
\`\`\`

---

A footnote[^1], ~~old advice~~, an ![image](https://kettle.example/kettle.png).

[^1]: Measured with a cheap thermometer.
`;

const asks = (id: string): { type: "tool-approval-request"; approvalId: string; toolCallId: string } => ({
  type: "tool-approval-request",
  approvalId: `${id}-approval`,
  toolCallId: id,
});

const told = assistant(
  [
    { type: "reasoning-start", id: "r" },
    { type: "reasoning-delta", id: "r", delta: "First the log, **then** the answer." },
    { type: "reasoning-end", id: "r" },
    ...says("I’ll read the log.", "first"),
    ...calls("log", "read_log"),
    ...returns("log", Array.from({ length: 40 }, (_, index) => `line ${index}`).join("\n")),
    ...calls("gone", "read_log", { day: 2 }),
    ...fails("gone", "There is none."),
    step,
    { type: "source-url", sourceId: "s", url: "https://kettle.example/log", title: "The kettle’s log" },
    {
      type: "source-document",
      sourceId: "d",
      mediaType: "application/pdf",
      title: "The manual",
      filename: "manual.pdf",
    },
    ...says(markdown, "answer"),
  ],
  "told",
);

const running = assistant(
  [
    ...calls("stars", "countStars"),
    {
      type: "tool-output-available",
      toolCallId: "stars",
      output: { progress: 3, total: 8, message: "field 4 of 8" },
      preliminary: true,
    },
    ...calls("weather", "getWeather", { city: "Oslo" }),
    ...writes("next", "getWeather", '{"city":"Ber'),
  ],
  "running",
);

const waiting = assistant(
  [
    ...says("Two notes say the same. I’ll delete them, and write to Ada.", "w"),
    ...asked.delete,
    asks("c1"),
    ...asked.letter,
    asks("c3"),
  ],
  "waiting",
);

/** A conversation in which every piece of the kit stands. */
export function createGalleryStore(): ChatStore {
  return createChatStore({
    connector: scripted([]),
    tools: { ...tools, fetchPage: { execute: () => 1 } },
    messages: [
      {
        ...user("What did I write about tea?\nAnd is it true?", "q"),
        parts: [
          { type: "text", text: "What did I write about tea?\nAnd is it true?" },
          { type: "file", mediaType: "image/png", url: picture(60, 40, "#7a9e7e"), filename: "tea.png" },
          {
            type: "file",
            mediaType: "application/pdf",
            url: "data:application/pdf;base64,JVBERg==",
            filename: "a.pdf",
          },
        ],
      },
      told,
      { ...outcomes.failed, id: "failed" },
      waiting,
    ],
  });
}

const partsOf = (message: ChatMessage) => message.parts.filter(isToolPart).map((part) => ({ part }));

/** Around the chat there is what its owner wants there. */
const frame = { height: "auto", maxHeight: "none", margin: 0, padding: 0, border: 0 };

/** Every piece of the kit, in the states that look different. */
export function Gallery({ store }: { store: ChatStore }) {
  return (
    <div className="tt-chat" data-theme="light" style={frame}>
      <ChatProvider store={store}>
        <MessageList />
        <Composer attachments />
      </ChatProvider>
      <MessageList messages={[running]} status="running" />
      <MessageList messages={[oneTool.thinking]} status="submitted" />
      <ToolCallGroup calls={partsOf(threeTools)} defaultOpen />
      <ToolCallGroup calls={partsOf(running)} defaultOpen />
      <ToolCallGroup calls={partsOf(longResult)} defaultOpen />
      <CollapsibleBlock label="A block" count={3} defaultOpen>
        What is in it
      </CollapsibleBlock>
      <Markdown isStreaming>{"An answer that is **still"}</Markdown>
      <Notice onRetry={nothing}>The connection was lost.</Notice>
      <PauseNotice pause={{ reason: "max-steps", steps: 10 }} onContinue={nothing} onStop={nothing} />
      <EmptyState
        suggestions={["What did I write about tea?", "Is the kettle page up to date?"]}
        onSuggestion={nothing}
      />
      <MessageEditor text="What did I write?" onSend={nothing} onCancel={nothing} />
      <Composer onSend={nothing} isBusy error={{ message: "It was lost." }} onRetry={nothing} />
    </div>
  );
}
