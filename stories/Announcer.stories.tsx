import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect } from "storybook/test";
import type { ChatStatus } from "../src/chat/state.js";
import { Announcer } from "../src/components/Announcer/Announcer.js";
import type { ChatMessage } from "../src/stream/message.js";
import { oneTool, user } from "./scenes.js";

const meta = { component: Announcer } satisfies Meta<typeof Announcer>;

export default meta;
type Story = StoryObj<typeof meta>;

const asked = user("Weather?");
const moments: readonly (readonly [readonly ChatMessage[], ChatStatus])[] = [
  [[asked], "submitted"],
  [[asked, oneTool.running], "running"],
  [[asked, oneTool.done], "submitted"],
  [[asked, oneTool.answered], "ready"],
];

function Turn() {
  const [moment, setMoment] = useState(0);
  const [messages, status] = moments[moment] ?? [[], "ready"];
  return (
    <>
      <button type="button" className="tt-button" onClick={() => setMoment(moment + 1)}>
        Next moment
      </button>
      <Announcer messages={messages} status={status} />
    </>
  );
}

/** Nothing is seen; the live region holds what was said, each once. */
export const ATurn: Story = {
  args: { messages: [], status: "ready" },
  render: () => <Turn />,
  play: async ({ canvas, canvasElement, userEvent }) => {
    const voice = canvasElement.querySelector("[aria-live=polite]");
    const said = () => [...(voice?.children ?? [])].map((each) => each.textContent);
    await expect(said()).toEqual([]);
    for (const words of ["Running getWeather", "getWeather done", "Answer ready"]) {
      await userEvent.click(canvas.getByRole("button"));
      await expect(said().at(-1)).toBe(words);
    }
    await expect(said()).toHaveLength(3);
  },
};
