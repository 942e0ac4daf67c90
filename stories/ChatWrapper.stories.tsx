import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor } from "storybook/test";
import { ChatWrapper, type ChatWrapperProps } from "../src/components/ChatWrapper/ChatWrapper.js";
import { doors } from "./doors.js";
import { scripted } from "./scripted.js";

const meta = {
  component: ChatWrapper,
  parameters: { bare: true },
  args: { placeholder: "Ask about the weather" },
  render: (args, { globals }) => (
    <div style={{ height: "32rem" }}>
      <ChatWrapper {...args} theme={globals.theme === "dark" ? "dark" : "light"} />
    </div>
  ),
} satisfies Meta<typeof ChatWrapper>;

export default meta;
type Story = StoryObj<typeof meta>;

const tools: ChatWrapperProps["tools"] = {
  getWeather: async ({ city }: { city: string }) => {
    await doors.pass("weather");
    return { temperature: 18, message: `18 °C and fog in ${city}` };
  },
};

export const Empty: Story = { args: { connector: scripted([]), children: <p style={{ margin: 0 }}>Good morning.</p> } };

/** New for each story, since a script is played once. */
const weatherBackEnd = () =>
  scripted([
    ["###:", '{"toolName":"getWeather",', '"parameters":{"city":"San Francisco"}}'],
    ["It is ", "**18 °C** in San Francisco, ", "with fog over the bay."],
  ]);

export const WeatherQuestion: Story = {
  args: { tools, config: { onToolResult: fn(), onFinish: fn() }, connector: weatherBackEnd() },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.type(canvas.getByRole("textbox"), "What's the weather in San Francisco?");
    const isThinking = canvas.findByText("Thinking…"); // looks from now on: it may be gone when the key is up again
    await userEvent.keyboard("{Enter}");
    await isThinking;
    await canvas.findByText("🔧 Executing tool: getWeather...");
    doors.open("weather");
    await canvas.findByText("🔧 Executed getWeather: 18 °C and fog in San Francisco");
    await canvas.findByText("18 °C", { selector: "strong" });
    await waitFor(() => expect(canvas.getByRole("button", { name: "Send" })).toBeVisible());
    await expect(canvas.getByRole("button", { name: /^Used 1 tool/ })).toBeVisible();
    await expect(args.config?.onToolResult).toHaveBeenCalledOnce();
    await expect(args.config?.onFinish).toHaveBeenCalledOnce();
    await expect(canvas.getByRole("textbox")).toHaveFocus();
  },
};

export const WeatherQuestionDark: Story = {
  ...WeatherQuestion,
  args: { ...WeatherQuestion.args, connector: weatherBackEnd() },
  globals: { theme: "dark" },
};

export const UnknownTool: Story = {
  args: { tools, connector: scripted([['###:{"toolName":"bookFlight","parameters":{}}'], ["I cannot book flights."]]) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("textbox"), "Book a flight{Enter}");
    await canvas.findByText("❌ Tool bookFlight not available");
    await canvas.findByText("I cannot book flights.");
  },
};

export const ErrorAndRetry: Story = {
  args: { connector: scripted([new Error("Too many requests"), ["Here I am again."]]) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("textbox"), "Hello{Enter}");
    await userEvent.click(await canvas.findByRole("button", { name: "Try again" }));
    await canvas.findByText("Here I am again.");
    await expect(canvas.queryByRole("button", { name: "Try again" })).toBeNull();
    await expect(canvas.getAllByText("Hello")).toHaveLength(1);
    await expect(canvas.getByRole("textbox")).toHaveFocus();
  },
};
