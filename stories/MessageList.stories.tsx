import type { Meta, StoryObj } from "@storybook/react-vite";
import { useEffect, useState } from "react";
import { expect, waitFor } from "storybook/test";
import { MessageList } from "../src/components/MessageList/MessageList.js";
import { doors } from "./doors.js";
import { assistant, oneTool, says, threeTools, user } from "./scenes.js";

const meta = {
  component: MessageList,
  decorators: [
    (Story) => (
      <div style={{ display: "flex", height: "26rem", margin: "-1.5rem -1rem" }}>
        <div style={{ display: "flex", flex: 1, minWidth: 0, flexDirection: "column" }}>
          <Story />
        </div>
      </div>
    ),
  ],
} satisfies Meta<typeof MessageList>;

export default meta;
type Story = StoryObj<typeof meta>;

const conversation = [
  user("What's the weather in San Francisco?", "u1"),
  { ...oneTool.answered, id: "a1" },
  user("What did I write about tea, and is the kettle page up to date?", "u2"),
  { ...threeTools, id: "a2" },
];

export const Empty: Story = { args: { messages: [], children: <p style={{ margin: 0 }}>Ask about the weather.</p> } };
export const Conversation: Story = { args: { messages: conversation } };
export const Awaiting: Story = { args: { messages: [user("Hello")], status: "submitted" } };
export const Running: Story = { args: { messages: [user("Weather?"), oneTool.running], status: "running" } };
export const WithSuggestions: Story = { args: { messages: [], suggestions: ["Weather in Oslo?", "Count the stars"] } };
export const Dark: Story = { args: { messages: conversation }, globals: { theme: "dark" } };

const words = Array.from({ length: 160 }, (_, index) => `word${index}`);

const half = words.length / 2;

function Growing() {
  const [count, setCount] = useState(1);
  useEffect(() => {
    let mayEnd = false;
    void doors.pass("the rest").then(() => {
      mayEnd = true;
    });
    const timer = setInterval(() => setCount((now) => Math.min(now + 4, mayEnd ? words.length : half)), 30);
    return () => clearInterval(timer);
  }, []);
  const answer = assistant(says(words.slice(0, count).join("\n\n")), "growing");
  const status = count < words.length ? "streaming" : "ready";
  return <MessageList messages={[...conversation, user("Count.", "u3"), answer]} status={status} />;
}

/** The end is followed; a reader who scrolls up is left alone, and comes back by a button. */
export const FollowsTheEnd: Story = {
  args: { messages: [] },
  render: () => <Growing />,
  play: async ({ canvas, userEvent }) => {
    const log = canvas.getByRole("log");
    const toBottom = () => log.scrollHeight - log.scrollTop - log.clientHeight;
    await waitFor(() => expect(log.scrollHeight).toBeGreaterThan(log.clientHeight * 2));
    await waitFor(() => expect(toBottom()).toBeLessThan(40));
    log.scrollTop -= 300;
    const jump = await canvas.findByRole("button", { name: "Jump to latest" });
    const place = log.scrollTop;
    doors.open("the rest");
    await waitFor(() => expect(canvas.getByText(words[half + 20] ?? "")).toBeInTheDocument());
    await expect(log.scrollTop).toBe(place);
    await userEvent.click(jump);
    await waitFor(() => expect(toBottom()).toBeLessThan(40));
    await waitFor(() => expect(log).toHaveAttribute("aria-busy", "false"));
    await waitFor(() => expect(toBottom()).toBeLessThan(40));
  },
};

/** A block that is opened or closed by hand stays under the pointer, and moves nothing sideways. */
export const FoldingKeepsThePlace: Story = {
  args: { messages: [...conversation, ...conversation.map((message) => ({ ...message, id: `${message.id}-again` }))] },
  play: async ({ canvas, userEvent }) => {
    const log = canvas.getByRole("log");
    const [line] = canvas.getAllByRole("button", { name: /^Used 3 tools/ });
    if (line === undefined) throw new Error("nothing to open");
    line.scrollIntoView({ block: "center" });
    await waitFor(() => expect(canvas.getByRole("button", { name: "Jump to latest" })).toBeVisible());
    const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await twoFrames();
    const before = line.getBoundingClientRect();
    for (const isOpen of [true, false, true]) {
      await userEvent.click(line);
      await expect(line).toHaveAttribute("aria-expanded", String(isOpen));
      await twoFrames();
      const now = line.getBoundingClientRect();
      await expect(now.left).toBe(before.left);
      await expect(Math.abs(now.top - before.top)).toBeLessThanOrEqual(1);
    }
    await expect(log.scrollWidth).toBeLessThanOrEqual(log.clientWidth);
  },
};

/** The keyboard scrolls the conversation, and goes back to its end. */
export const ScrollsByKeyboard: Story = {
  args: { messages: [...conversation, assistant(says(words.join("\n\n")), "long")] },
  play: async ({ canvas, userEvent }) => {
    const log = canvas.getByRole("log");
    log.focus();
    log.scrollTop = 0;
    const jump = await canvas.findByRole("button", { name: "Jump to latest" });
    jump.focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(log.scrollHeight - log.scrollTop - log.clientHeight).toBeLessThan(40));
    await expect(canvas.queryByRole("button", { name: "Jump to latest" })).toBeNull();
    await expect(log).toHaveFocus();
  },
};
