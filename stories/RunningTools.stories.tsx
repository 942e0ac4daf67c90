import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";
import { doors } from "./doors.js";
import { calls } from "./scenes.js";
import { flakyPayment, ToolChat, tabTo, toolChat, tools } from "./tool-chats.js";

const meta = { component: ToolChat, parameters: { bare: true } } satisfies Meta<typeof ToolChat>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Three calls run side by side; the last to be called is the first to be done, and each keeps its place. */
export const InParallel: Story = {
  args: {
    question: "Weather?",
    make: () =>
      toolChat(
        [
          [
            ...calls("w1", "getWeather", { city: "Oslo" }),
            ...calls("w2", "getWeather", { city: "Lima" }),
            ...calls("w3", "getWeather", { city: "Kyiv" }),
          ],
        ],
        tools,
      ),
  },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText("🔧 Executing tool: getWeather...");
    await tabTo(userEvent, () => canvas.getByRole("button", { name: /getWeather/ }));
    await userEvent.keyboard("{Enter}");
    const states = () => canvas.getAllByRole("listitem").map((item) => item.dataset.state);
    await waitFor(() => expect(states()).toEqual(["running", "running", "running"]));
    doors.open("Kyiv");
    await waitFor(() => expect(states()).toEqual(["running", "running", "done"]));
    doors.open("Lima");
    doors.open("Oslo");
    await canvas.findByText(/gave .*Oslo/);
    await expect(
      canvas.getAllByText(/^18 °C|gave/).map((item) => item.textContent?.match(/Oslo|Lima|Kyiv/)?.[0]),
    ).toEqual(["Oslo", "Lima", "Kyiv"]);
  },
};

/** A tool says how far it is: as a bar in its entry, and as a share on the line. */
export const WithProgress: Story = {
  args: { question: "How many stars?", make: () => toolChat([calls("s1", "countStars")], tools) },
  play: async ({ canvas, userEvent }) => {
    doors.open("field 1");
    doors.open("field 2");
    await canvas.findByText("25%");
    await tabTo(userEvent, () => canvas.getByRole("button", { name: /countStars/ }));
    await userEvent.keyboard("{Enter}");
    const bar = canvas.getByRole("progressbar", { name: "Progress of countStars" });
    await expect(Number(bar.getAttribute("value"))).toBe(0.25);
    await expect(canvas.getByText("field 3 of 8")).toBeVisible();
    doors.open("field 3");
    await waitFor(() => expect(Number(bar.getAttribute("value"))).toBe(0.375));
    for (let field = 4; field <= 8; field += 1) doors.open(`field ${field}`);
    await canvas.findByText(/gave .*4321/);
    await expect(canvas.queryByRole("progressbar")).toBeNull();
  },
};

/** A tool that may have done its work all the same says so before it runs again. */
export const RunAgain: Story = {
  args: {
    question: "Pay the bill.",
    make: () => toolChat([calls("p1", "pay", { amount: 40 })], { pay: flakyPayment() }),
  },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText(/failed: The bank did not answer/);
    const line = canvas.getByRole("button", { name: /^Used 1 tool · 1 failed/ });
    await tabTo(userEvent, () => line);
    await userEvent.keyboard("{Enter}");
    await tabTo(userEvent, () => canvas.getByRole("button", { name: "Run again" }));
    await userEvent.keyboard("{Enter}");
    await expect(canvas.getByText(/pay may already have run/)).toHaveFocus();
    await userEvent.keyboard("{Enter}"); // a second press of the same key runs nothing
    await expect(canvas.getByText(/pay may already have run/)).toBeVisible();
    await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "Run it again anyway" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await canvas.findByText(/paid at try 2/, { selector: ".tt-widget-outcome" });
    await expect(canvas.getByRole("button", { name: /^Used 1 tool/ })).toHaveFocus();
  },
};

/** A tool that is idempotent runs at once. */
export const RunAgainWithoutWarning: Story = {
  args: {
    question: "Pay the bill.",
    make: () => toolChat([calls("p1", "pay", { amount: 40 })], { pay: { execute: flakyPayment(), idempotent: true } }),
  },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText(/failed: The bank did not answer/);
    await tabTo(userEvent, () => canvas.getByRole("button", { name: /^Used 1 tool · 1 failed/ }));
    await userEvent.keyboard("{Enter}");
    await tabTo(userEvent, () => canvas.getByRole("button", { name: "Run again" }));
    await userEvent.keyboard("{Enter}");
    await canvas.findByText(/paid at try 2/, { selector: ".tt-widget-outcome" });
  },
};
