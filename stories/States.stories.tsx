import type { Meta, StoryObj } from "@storybook/react-vite";
import { type ReactNode, useState } from "react";
import { expect, fn } from "storybook/test";
import type { ChatStatus } from "../src/chat/state.js";
import { createChatStore } from "../src/chat/store.js";
import { ChatProvider } from "../src/components/ChatProvider/ChatProvider.js";
import { ChatWrapper } from "../src/components/ChatWrapper/ChatWrapper.js";
import { Composer } from "../src/components/Composer/Composer.js";
import { MessageList } from "../src/components/MessageList/MessageList.js";
import type { ChatMessage } from "../src/stream/message.js";
import type { Tools } from "../src/tools/definition.js";
import { assistant, calls, oneTool, outcomes, says, step, threeTools, user } from "./scenes.js";
import { scripted } from "./scripted.js";
import { toolChat, tools } from "./tool-chats.js";

/** The states that a chat is mostly in. `npm run screenshots` takes the pictures of the documentation from these. */
const meta = {
  title: "States",
  component: MessageList,
  tags: ["!autodocs"],
  parameters: { bare: true },
} satisfies Meta<typeof MessageList>;

export default meta;
type Story = StoryObj<typeof meta>;

type Theme = "light" | "dark";

const themeOf = (globals: Record<string, unknown>): Theme => (globals.theme === "dark" ? "dark" : "light");

interface FrameProps {
  heightPx: number;
  theme: Theme;
  children: ReactNode;
}

function Frame({ heightPx, theme, children }: FrameProps) {
  return (
    <div className="tt-chat" data-theme={theme} data-picture style={{ height: heightPx, maxWidth: "50rem" }}>
      {children}
    </div>
  );
}

/** A conversation as it stands at one moment. */
function moment(heightPx: number, messages: readonly ChatMessage[], status: ChatStatus = "ready", error = ""): Story {
  return {
    render: (_args, { globals }) => (
      <Frame heightPx={heightPx} theme={themeOf(globals)}>
        <MessageList messages={messages} status={status} onRegenerate={fn()} onEdit={fn()} />
        <Composer
          onSend={fn()}
          onStop={fn()}
          onRetry={fn()}
          isBusy={status !== "ready" && status !== "error"}
          error={error === "" ? undefined : { message: error }}
        />
      </Frame>
    ),
  };
}

interface HeldProps {
  heightPx: number;
  theme: Theme;
  messages: readonly ChatMessage[];
  tools: Tools;
}

/** A conversation that a store holds, so that its calls can be answered and run again. */
function Held({ heightPx, theme, messages, tools }: HeldProps) {
  const [store] = useState(() => createChatStore({ connector: scripted([]), tools, messages }));
  return (
    <ChatProvider store={store}>
      <Frame heightPx={heightPx} theme={theme}>
        <MessageList />
        <Composer />
      </Frame>
    </ChatProvider>
  );
}

const weather = user("What’s the weather in San Francisco?", "question");
const tea = user("What did I write about tea, and is the kettle page up to date?", "question");

export const Thinking: Story = moment(210, [weather, oneTool.thinking], "submitted");

export const RunningTool: Story = moment(210, [weather, oneTool.running], "running");

export const CompleteFolded: Story = moment(290, [weather, oneTool.answered]);

export const CompleteOpen: Story = {
  ...moment(620, [tea, threeTools]),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole("button", { name: /^Used 3 tools/ }));
    await expect(canvas.getAllByRole("listitem")).toHaveLength(3);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  },
};

export const GroupOfCalls: Story = {
  render: (_args, { globals }) => (
    <ChatProvider toolLayout="groups">
      <Frame heightPx={440} theme={themeOf(globals)}>
        <MessageList messages={[tea, threeTools]} />
        <Composer onSend={fn()} />
      </Frame>
    </ChatProvider>
  ),
};

const waiting = assistant([
  ...says("Two of your notes say the same as the tea page. I’ll delete them."),
  ...calls("c", "deleteNotes", { ids: ["n-17", "n-21"] }),
  { type: "tool-approval-request", approvalId: "a", toolCallId: "c" },
]);

export const Approval: Story = {
  render: (_args, { globals }) => (
    <Held
      heightPx={400}
      theme={themeOf(globals)}
      messages={[user("Tidy up my notes about tea.", "question"), waiting]}
      tools={tools}
    />
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Allow once" })).toBeVisible();
  },
};

export const FailedCall: Story = {
  render: (_args, { globals }) => (
    <Held
      heightPx={380}
      theme={themeOf(globals)}
      messages={[user("Is the kettle page up to date?", "question"), outcomes.failed]}
      tools={{ fetchPage: { execute: () => "The kettle page", idempotent: true } }}
    />
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole("button", { name: /^Used 1 tool/ }));
    await expect(canvas.getByRole("button", { name: "Run again" })).toBeVisible();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  },
};

const growing = `Each tea has its own temperature:

| Tea | Temperature | Minutes |
|:----|------------:|:-------:|
| Green | 70 °C | 2 |
| Oolong | 85 °C | 3 |
| Black | 100 °C | 4 |

In your kettle’s own language:

\`\`\`ts
const green = { celsius: 70, minutes: 2 };
await kettle.heat(green.celsius`;

export const StreamingAnswer: Story = moment(
  620,
  [
    user("How hot should the water be? I’d like it as code too.", "question"),
    assistant([step, { type: "text-start", id: "t" }, { type: "text-delta", id: "t", delta: growing }]),
  ],
  "streaming",
);

export const Empty: Story = {
  render: (_args, { globals }) => (
    <div data-picture style={{ height: 330, maxWidth: "50rem" }}>
      <ChatWrapper
        theme={themeOf(globals)}
        connector={scripted([])}
        suggestions={[
          "What’s the weather in San Francisco?",
          "What did I write about tea?",
          "Is the kettle page up to date?",
        ]}
      >
        <p style={{ margin: 0 }}>Good morning. What would you like to know?</p>
      </ChatWrapper>
    </div>
  ),
};

export const Failed: Story = moment(
  300,
  [weather, assistant(says("It is **18 °C** in San Fran"))],
  "error",
  "The connection was lost. What you see is kept.",
);

/** The assistant has taken as many steps as it may. */
function Resting({ theme }: { theme: Theme }) {
  const [store] = useState(() => {
    const doors = ["front", "back"].map((door) => calls(`l-${door}`, "look", { door }));
    const made = toolChat(doors, tools, { maxSteps: 2 });
    void made.getState().send("Look at every door, one after the other.");
    return made;
  });
  return (
    <ChatProvider store={store}>
      <Frame heightPx={300} theme={theme}>
        <MessageList />
        <Composer />
      </Frame>
    </ChatProvider>
  );
}

export const Paused: Story = {
  render: (_args, { globals }) => <Resting theme={themeOf(globals)} />,
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("region", { name: /^Paused/ })).toBeVisible();
  },
};
