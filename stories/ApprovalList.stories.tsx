import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { ApprovalList } from "../src/components/Approval/ApprovalList.js";
import type { ChatMessage } from "../src/stream/message.js";
import { outcomes } from "./scenes.js";
import { asked, ToolChat, tabTo, toolChat, tools } from "./tool-chats.js";

const meta = {
  component: ApprovalList,
  parameters: { bare: true },
  args: { message: outcomes.waiting },
} satisfies Meta<typeof ApprovalList>;

export default meta;
type Story = StoryObj<typeof meta>;

const chat = (...args: Parameters<typeof toolChat>): Pick<Story, "render"> => ({
  render: (_args, { globals }) => (
    <ToolChat make={() => toolChat(...args)} question="Go on." theme={globals.theme === "dark" ? "dark" : "light"} />
  ),
});

/** Without a store or a function to answer with: what is asked is only shown. */
export const Shown: Story = {
  parameters: { bare: false },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Allow deleteNotes?")).toBeVisible();
    await expect(canvas.queryByRole("button")).toBeNull();
  },
};

/** It takes no focus by itself; its answer is given by Enter, and the focus goes back to the line. */
export const Single: Story = {
  ...chat([asked.delete], tools),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole("button", { name: "Allow once" });
    await expect(document.body).toHaveFocus();
    await tabTo(userEvent, () => canvas.getByRole("button", { name: "Allow once" }));
    await userEvent.keyboard("{Enter}");
    await canvas.findByText(/gave .*2 notes deleted/);
    await expect(canvas.queryByText("Allow deleteNotes?")).toBeNull();
    await expect(await canvas.findByRole("button", { name: /^Used 1 tool/ })).toHaveFocus();
  },
};

export const SingleDark: Story = { ...Single, globals: { theme: "dark" } };

export const AllowedForGood: Story = {
  ...chat([asked.delete, asked.deleteMore], tools),
  play: async ({ canvas, userEvent }) => {
    const always = await canvas.findByRole("button", { name: "Always allow deleteNotes" });
    await tabTo(userEvent, () => always);
    await userEvent.keyboard(" ");
    await canvas.findByText(/gave .*1 notes deleted/);
    await expect(canvas.queryByText("Allow deleteNotes?")).toBeNull();
  },
};

/** All at once, or each by itself. */
export const Batch: Story = {
  ...chat([[...asked.delete, ...asked.deleteMore, ...asked.letter]], tools),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText("3 calls wait for your answer");
    const [, second] = canvas.getAllByRole("button", { name: "Deny" });
    if (second === undefined) throw new Error("The second call has no button.");
    await tabTo(userEvent, () => second);
    await userEvent.keyboard("{Enter}");
    await canvas.findByText("2 calls wait for your answer");
    await expect(canvas.getByRole("group", { name: "Allow sendLetter?" })).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await expect(canvas.getByRole("group", { name: "Allow deleteNotes?" })).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await canvas.findByText(/was denied: no reason given/);
    await expect(canvas.getByText(/gave .*2 notes deleted/)).toBeVisible();
    await expect(canvas.getByText(/gave .*sent to Ada/)).toBeVisible();
  },
};

export const BatchAllowed: Story = {
  ...chat([[...asked.delete, ...asked.deleteMore]], tools),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText("2 calls wait for your answer");
    await tabTo(userEvent, () => canvas.getByRole("button", { name: "Allow all" }));
    await userEvent.keyboard("{Enter}");
    await canvas.findByText(/1 notes deleted/);
    await expect(canvas.getByText(/2 notes deleted/)).toBeVisible();
    await expect(await canvas.findByRole("button", { name: /^Used 2 tools/ })).toHaveFocus();
  },
};

export const BatchDenied: Story = {
  ...chat([[...asked.delete, ...asked.deleteMore]], tools),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText("2 calls wait for your answer");
    await tabTo(userEvent, () => canvas.getByRole("button", { name: "Deny all" }));
    await userEvent.keyboard("{Enter}");
    await expect(await canvas.findAllByText(/was denied: no reason given/)).toHaveLength(2);
  },
};

/** The reason goes to the model; Escape gives the field up. */
export const DeniedWithReason: Story = {
  ...chat([asked.delete], tools),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText("Allow deleteNotes?");
    const offer = () => canvas.getByRole("button", { name: "Deny with a reason" });
    await tabTo(userEvent, offer);
    await userEvent.keyboard("{Enter}");
    await expect(canvas.getByRole("textbox", { name: /Why not/ })).toHaveFocus();
    await userEvent.keyboard("not{Escape}");
    await expect(offer()).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await userEvent.keyboard("I still need them{Enter}");
    await canvas.findByText(/was denied: I still need them/);
  },
};

/** A form made from the tool's schema. What does not fit is said, and not let through. */
export const Edited: Story = {
  ...chat([asked.letter], tools),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText("Allow sendLetter?");
    const edit = () => canvas.getByRole("button", { name: "Edit arguments" });
    await tabTo(userEvent, edit);
    await userEvent.keyboard("{Enter}");
    await expect(canvas.getByRole("textbox", { name: "to" })).toHaveFocus();
    await userEvent.keyboard("{Control>}a{/Control}Grace");
    await tabTo(userEvent, () => canvas.getByRole("textbox", { name: /^copies/ }));
    await userEvent.keyboard("many{Enter}");
    await expect(canvas.getByRole("textbox", { name: /^copies/ })).toHaveFocus();
    await expect(canvas.getByRole("textbox", { name: /^copies/ })).toHaveAccessibleDescription("This is not a number.");
    await userEvent.keyboard("{Control>}a{/Control}12{Enter}");
    await canvas.findByText("The arguments do not fit: copies: expected at most 9.");
    await tabTo(userEvent, () => canvas.getByRole("textbox", { name: /^copies/ }));
    await userEvent.keyboard("{Control>}a{/Control}3");
    await tabTo(userEvent, () => canvas.getByRole("button", { name: "Allow with these arguments" }));
    await userEvent.keyboard("{Enter}");
    await canvas.findByText(/gave \{"to":"Grace","copies":3/);
  },
};

export const EditGivenUp: Story = {
  ...chat([asked.letter], tools),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText("Allow sendLetter?");
    const edit = () => canvas.getByRole("button", { name: "Edit arguments" });
    await tabTo(userEvent, edit);
    await userEvent.keyboard("{Enter}changed{Escape}");
    await expect(edit()).toHaveFocus();
    await expect(canvas.getByText("Ada")).toBeVisible();
  },
};

/** A schema that no form fits is edited as JSON. */
export const EditedAsJson: Story = {
  ...chat([asked.query], tools),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText("Allow runQuery?");
    await tabTo(userEvent, () => canvas.getByRole("button", { name: "Edit arguments" }));
    await userEvent.keyboard("{Enter}");
    const field = canvas.getByRole("textbox", { name: "Arguments, as JSON" });
    await expect(field).toHaveFocus();
    await userEvent.keyboard('{Control>}a{/Control}{{"where":');
    await tabTo(userEvent, () => canvas.getByRole("button", { name: "Allow with these arguments" }));
    await userEvent.keyboard("{Enter}");
    await expect(field).toHaveFocus();
    await expect(field).toHaveAccessibleDescription(/^This is not valid JSON/);
    await userEvent.keyboard('{Control>}a{/Control}{{"where":"year = 2027"}');
    await tabTo(userEvent, () => canvas.getByRole("button", { name: "Allow with these arguments" }));
    await userEvent.keyboard("{Enter}");
    await canvas.findByText(/gave .*year = 2027/);
  },
};

/** The time that is left is shown; when it is over, the line says that nobody answered, and the tool did not run. */
export const TimedOut: Story = {
  ...chat([asked.delete], tools, { approvalTimeoutMs: 8000 }),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText(/^0:0[1-8] left$/);
    await tabTo(userEvent, () => canvas.getByRole("button", { name: "Deny" }));
    await canvas.findByText(/failed: Nobody answered the request for approval in time/, undefined, { timeout: 20_000 });
    const line = canvas.getByRole("button", { name: /Nobody answered in time: deleteNotes/ });
    await expect(line).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await tabTo(userEvent, () => canvas.getByRole("button", { name: "Run again" }));
    await userEvent.keyboard("{Enter}"); // it never ran: it is asked about again, without a warning
    await canvas.findByText("Allow deleteNotes?");
  },
};

const leftAtWork: ChatMessage[] = [
  { id: "u", role: "user", parts: [{ type: "text", text: "Pay the bill." }] },
  {
    id: "a",
    role: "assistant",
    parts: [
      { type: "text", text: "I’ll pay it now." },
      { type: "dynamic-tool", toolName: "pay", toolCallId: "p1", state: "input-available", input: { amount: 40 } },
    ],
  },
];

/** The page was left while a call was at work: the person is asked, and told why. */
export const ReloadedInMidCall: Story = {
  ...chat([], { pay: { execute: () => ({ message: "paid" }) } }, { messages: leftAtWork }),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText(/The page went away while pay was at work. It may already have run./);
    await expect(canvas.queryByRole("button", { name: /Always/ })).toBeNull();
    await tabTo(userEvent, () => canvas.getByRole("button", { name: "Allow once" }));
    await userEvent.keyboard("{Enter}");
    await canvas.findByText(/gave .*paid/);
  },
};

/** The same call for the third time: it rests until the person says what is to become of it. */
export const LoopStopped: Story = {
  ...chat(
    Array.from({ length: 6 }, (_, index) => [
      { type: "tool-input-available", toolCallId: `l${index}`, toolName: "look", input: { at: "door" } } as const,
    ]),
    tools,
  ),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText(/calls look with the same arguments again and again/);
    await tabTo(userEvent, () => canvas.getByRole("button", { name: "Continue" }));
    await userEvent.keyboard("{Enter}");
    await canvas.findByText("Allow look?");
    const card = () => canvas.getByRole("group", { name: "Allow look?" });
    await tabTo(userEvent, () => {
      const [stop] = [...card().querySelectorAll("button")].filter((button) => button.textContent === "Stop");
      return stop ?? card();
    });
    await userEvent.keyboard("{Enter}");
    await canvas.findByText(/1 stopped/);
    await expect(canvas.queryByText("Allow look?")).toBeNull();
  },
};
