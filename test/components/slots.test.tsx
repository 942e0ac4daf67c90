import { render, screen } from "@testing-library/react";
import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { ChatProvider } from "../../src/components/ChatProvider/ChatProvider.js";
import { Markdown, type MarkdownProps } from "../../src/components/Markdown/Markdown.js";
import { Message } from "../../src/components/Message/Message.js";
import { MessageList } from "../../src/components/MessageList/MessageList.js";
import type { ToolCard, ToolRenderers } from "../../src/components/ToolCard/tool-card.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { defineTool } from "../../src/tools/define.js";
import { assistant, calls, fails, oneTool, returns, says, user, writes } from "../../stories/scenes.js";

afterEach(() => vi.restoreAllMocks());

function FramedMarkdown(props: MarkdownProps) {
  return (
    <section aria-label="framed">
      <Markdown {...props} />
    </section>
  );
}

describe("slots", () => {
  test("a piece of the app's stands in the place of the kit's, and may draw the kit's itself", () => {
    render(
      <ChatProvider slots={{ Markdown: FramedMarkdown }}>
        <Message message={assistant(says("**70 °C**"))} />
      </ChatProvider>,
    );
    expect(screen.getByRole("region", { name: "framed" }).querySelector("strong")).toHaveTextContent("70 °C");
  });

  test("each piece has one", () => {
    const piece = (name: string) => () => <p>{name}</p>;
    const thought: StreamEvent[] = [
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: "Hm." },
      { type: "reasoning-end", id: "r" },
    ];
    const message = assistant([
      ...thought,
      ...calls("a", "ask"),
      ...returns("a", 1),
      { type: "source-url", sourceId: "s", url: "https://tea.example" },
      { type: "file", mediaType: "text/plain", url: "data:text/plain,x" },
      ...says("Yes."),
    ]);
    const names = ["Reasoning", "InlineToolWidget", "Sources", "Attachments", "Markdown", "MessageActions"] as const;
    const slots = Object.fromEntries(names.map((name) => [name, piece(name)]));
    const { container } = render(
      <ChatProvider slots={slots}>
        <Message message={message} />
      </ChatProvider>,
    );
    expect([...container.querySelectorAll("p")].map((each) => each.textContent).toSorted()).toEqual(
      [...names].toSorted(),
    );
  });

  test("a piece that throws is left out, and the kit's own stands", () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const broken = () => {
      throw new Error("broken");
    };
    render(
      <ChatProvider slots={{ Markdown: broken, MessageActions: broken }}>
        <MessageList messages={[user("Hello"), assistant(says("Here I am."))]} />
      </ChatProvider>,
    );
    expect(screen.getByText("Here I am.")).toBeInTheDocument();
    expect(screen.getAllByRole("button", { name: "Copy" })).toHaveLength(2);
  });
});

const getWeather = defineTool({
  name: "getWeather",
  parameters: { type: "object", properties: { city: { type: "string" } } },
  execute: (input: { city: string }) => ({ celsius: input.city.length }),
});

const WeatherCard: ToolCard<typeof getWeather> = (props) => {
  switch (props.state) {
    case "writing":
    case "stopped":
      return <p>{`${props.state}: ${props.input?.city ?? "nowhere yet"}`}</p>;
    case "done":
      return <p>{`${props.input.city}: ${props.output.celsius} °C`}</p>;
    case "error":
      return <p>{`no weather: ${props.errorText}`}</p>;
    default:
      return <p>{`${props.state}: ${props.input.city}`}</p>;
  }
};

const show = (events: readonly StreamEvent[], toolRenderers: ToolRenderers = { [getWeather.name]: WeatherCard }) =>
  render(
    <ChatProvider toolRenderers={toolRenderers}>
      <Message message={assistant(events)} isActive />
    </ChatProvider>,
  );

describe("a tool's own card", () => {
  test.each([
    ["nothing of the arguments yet", writes("1", "getWeather"), "writing: nowhere yet"],
    ["a part of the arguments", writes("1", "getWeather", '{"city":"San'), "writing: San"],
    ["a call that runs", calls("1", "getWeather", { city: "Oslo" }), "running: Oslo"],
    ["a result", [...calls("1", "getWeather", { city: "Oslo" }), ...returns("1", { celsius: 4 })], "Oslo: 4 °C"],
    [
      "a failure",
      [...calls("1", "getWeather", { city: "Oslo" }), ...fails("1", "no network")],
      "no weather: no network",
    ],
    [
      "a call that was stopped",
      [...calls("1", "getWeather", { city: "Oslo" }), { type: "abort" } as const],
      "stopped: Oslo",
    ],
  ])("is given %s", (_name, events, words) => {
    show(events);
    expect(screen.getByText(words)).toBeInTheDocument();
  });

  test("is typed by the tool's definition", () => {
    type Props = Parameters<typeof WeatherCard>[0];
    type Done = Extract<Props, { state: "done" }>;
    expectTypeOf<Done["input"]>().toEqualTypeOf<{ city: string }>();
    expectTypeOf<Done["output"]>().toEqualTypeOf<{ celsius: number }>();
  });

  test("that throws is the call's line, and the answer goes on", () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const broken = () => {
      throw new Error("broken");
    };
    render(
      <ChatProvider toolRenderers={{ getWeather: broken }}>
        <Message message={oneTool.answered} />
      </ChatProvider>,
    );
    expect(screen.getByRole("listitem")).toHaveTextContent('getWeather(city="San Francisco")');
    expect(screen.getByText("18 °C", { selector: "strong" })).toBeInTheDocument();
  });

  test.each(["constructor", "__proto__", "toString"])("is never found by the name %s", (name) => {
    const { container } = show(calls("1", name));
    expect(container.querySelector(".tt-tool-card")).toBeNull();
  });

  test("stands between the blocks where calls stand in order", () => {
    const { container } = render(
      <ChatProvider toolLayout="groups" toolRenderers={{ getWeather: WeatherCard }}>
        <Message
          message={assistant([
            ...calls("a", "look"),
            ...returns("a", 1),
            ...calls("w", "getWeather", { city: "Oslo" }),
            ...returns("w", { celsius: 4 }),
            ...calls("b", "look"),
            ...returns("b", 2),
          ])}
        />
      </ChatProvider>,
    );
    expect(container.textContent).toMatch(/Executed look .*Oslo: 4 °C.*Executed look /);
  });
});
