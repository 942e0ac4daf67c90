import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { ChatProvider } from "../src/components/ChatProvider/ChatProvider.js";
import { InlineToolWidget } from "../src/components/InlineToolWidget/InlineToolWidget.js";
import { MessageList } from "../src/components/MessageList/MessageList.js";
import { createPlural } from "../src/labels.js";
import { germanLabels } from "../src/labels-de.js";
import { assistant, calls, returns, says, threeTools, user } from "./scenes.js";

const meta = { component: ChatProvider } satisfies Meta<typeof ChatProvider>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Any word may be replaced; the rest stays English. */
export const OwnWords: Story = {
  args: {
    labels: {
      usedTools: createPlural("de", { one: "# Werkzeug benutzt", other: "# Werkzeuge benutzt" }),
      failedCount: createPlural("de", { other: "# fehlgeschlagen" }),
    },
    children: <InlineToolWidget message={threeTools} />,
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "3 Werkzeuge benutzt · 1 fehlgeschlagen" })).toBeVisible();
  },
};

export const German: Story = {
  args: { labels: germanLabels, children: <InlineToolWidget message={threeTools} defaultOpen /> },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "3 Werkzeuge benutzt · 1 fehlgeschlagen" })).toBeVisible();
  },
};

const hebrew = assistant([
  ...calls("weather-1", "getWeather", { city: "תל אביב" }),
  ...returns("weather-1", { message: "18 °C" }),
  ...says("**18 מעלות** בתל אביב, עם ערפל.\n\n- אחד\n- שניים\n\n```js\nlet a = 1;\n```"),
]);

/** In a page that runs from right to left everything changes sides, but code and the line of a call. */
export const RightToLeft: Story = {
  args: {
    toolLayout: "groups",
    children: (
      <div dir="rtl" style={{ display: "flex", height: "26rem" }}>
        <MessageList messages={[user("מה מזג האוויר?", "u1"), hebrew]} onEdit={() => undefined} />
      </div>
    ),
  },
  play: async ({ canvas, canvasElement, userEvent }) => {
    const log = canvas.getByRole("log");
    const words = canvas.getByText("מה מזג האוויר?").getBoundingClientRect();
    const page = log.getBoundingClientRect();
    await expect(words.left - page.left).toBeLessThan(page.right - words.right); // the end side is the left one
    const line = canvas.getByRole("button", { name: /getWeather/ });
    const { right } = line.getBoundingClientRect();
    await userEvent.click(line);
    await expect(line.getBoundingClientRect().right).toBe(right);
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
    await expect(
      getComputedStyle(canvas.getByRole("figure", { name: "Code, js" }).querySelector("pre") ?? log).direction,
    ).toBe("ltr");
  },
};
