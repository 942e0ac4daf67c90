import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { ChatProvider } from "../src/components/ChatProvider/ChatProvider.js";
import { MessageList } from "../src/components/MessageList/MessageList.js";
import type { ToolDefinition } from "../src/tools/definition.js";
import { assistant, calls, fails, readFile, returns, says, user, writes } from "./scenes.js";

/** How a chat, and each of its tools, shows calls: in whose words, how much of them, and without which secrets. */
const meta = {
  component: ChatProvider,
  args: { children: null },
} satisfies Meta<typeof ChatProvider>;

export default meta;
type Story = StoryObj<typeof meta>;

const tools: ToolDefinition<never, unknown>[] = [
  readFile,
  {
    name: "run_command",
    redact: ["seed"],
    verbs: { running: "Running", done: "Ran", objects: { one: "# command", other: "# commands" } },
  },
];

const reads = ["kettle.md", "tea.md", "water.md"].flatMap((path) => [
  ...calls(path, "read_file", { path }),
  ...returns(path, `# ${path}\n\nThree lines\nof notes.`),
]);
const runs = [
  ...calls("run", "run_command", { command: "deploy --dry-run", token: "tk-0815", seed: "plum" }),
  ...returns("run", "Checked 3 files.\nAuthorization: Bearer tk-0815-4711-0815\nNothing to do."),
];
const asked = user("Are the notes up to date?");
const answered = assistant([...reads, ...runs, ...says("They are.")]);

export const OwnWords: Story = {
  args: { tools, children: <MessageList messages={[asked, answered]} /> },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Read 3 files, ran 1 command" })).toBeVisible();
  },
};

export const OwnWordsWhileWritten: Story = {
  args: {
    tools,
    children: (
      <MessageList messages={[asked, assistant(writes("a", "read_file", '{"path":"kettle'))]} status="streaming" />
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Reading kettle")).toBeVisible();
  },
};

export const OwnWordsInGroups: Story = {
  args: { ...OwnWords.args, toolLayout: "groups" },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Read 3 files, ran 1 command (show details)" })).toBeVisible();
  },
};

export const DetailFull: Story = {
  args: { ...OwnWords.args, detail: "full" },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Read 3 files, ran 1 command" }));
    await expect(canvas.getAllByRole("button", { name: "Copy as JSON" })).toHaveLength(4);
    await expect(canvas.queryByText(/tk-0815|plum/)).toBeNull();
  },
};

export const DetailSummary: Story = { ...OwnWords, args: { ...OwnWords.args, detail: "summary" }, play: open };
export const DetailLine: Story = { ...OwnWords, args: { ...OwnWords.args, detail: "line" }, play: open };

export const DetailSilent: Story = {
  args: { ...OwnWords.args, detail: "silent" },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("They are.")).toBeVisible();
    await expect(canvas.queryByText(/Read|ran/)).toBeNull();
  },
};

export const SilentButFailed: Story = {
  args: {
    tools,
    detail: "silent",
    children: (
      <MessageList
        messages={[
          asked,
          assistant([...reads, ...calls("b", "read_file", { path: "gone.md" }), ...fails("b", "ENOENT")]),
        ]}
      />
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Could not read gone.md")).toBeVisible();
  },
};

async function open({ canvas, userEvent }: Parameters<NonNullable<Story["play"]>>[0]) {
  await userEvent.click(canvas.getByRole("button", { name: "Read 3 files, ran 1 command" }));
  await expect(canvas.getAllByRole("listitem")).toHaveLength(4);
  await expect(canvas.queryByText(/tk-0815|plum/)).toBeNull();
}
