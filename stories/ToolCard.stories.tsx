import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { ChatProvider } from "../src/components/ChatProvider/ChatProvider.js";
import { Message } from "../src/components/Message/Message.js";
import type { ToolCard } from "../src/components/ToolCard/tool-card.js";
import { defineTool } from "../src/tools/define.js";
import { oneTool } from "./scenes.js";

const getWeather = defineTool({
  name: "getWeather",
  parameters: { type: "object", properties: { city: { type: "string" } } },
  execute: ({ city }: { city: string }) => ({ city, temperature: 18, unit: "°C" }),
});

const WeatherCard: ToolCard<typeof getWeather> = (props) => (
  <section
    aria-label="Weather"
    style={{ padding: "0.75rem 1rem", border: "1px solid var(--tt-line)", borderRadius: "var(--tt-radius)" }}
  >
    <strong>{props.state === "error" ? "No weather" : (props.input?.city ?? "…")}</strong>{" "}
    {props.state === "done" ? `${props.output.temperature} ${props.output.unit}` : props.state}
  </section>
);

const meta = {
  component: Message,
  render: (args) => (
    <ChatProvider toolRenderers={{ [getWeather.name]: WeatherCard }}>
      <Message {...args} />
    </ChatProvider>
  ),
} satisfies Meta<typeof Message>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Writing: Story = { args: { message: oneTool.writing, isActive: true } };
export const Running: Story = { args: { message: oneTool.running, isActive: true } };
export const Dark: Story = { args: { message: oneTool.answered }, globals: { theme: "dark" } };

export const Done: Story = {
  args: { message: oneTool.answered },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("region", { name: "Weather" })).toHaveTextContent("San Francisco 18 °C");
  },
};

const broken = () => {
  throw new Error("This card is broken on purpose.");
};

/** A card that throws is the call's line. */
export const Broken: Story = {
  args: { message: oneTool.answered },
  render: (args) => (
    <ChatProvider toolRenderers={{ getWeather: broken }}>
      <Message {...args} />
    </ChatProvider>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("listitem")).toHaveTextContent(/getWeather/);
  },
};
