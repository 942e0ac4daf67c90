import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { StrictMode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createChatStore } from "../../src/chat/store.js";
import { ChatWrapper } from "../../src/components/ChatWrapper/ChatWrapper.js";
import { aiSdk } from "../../src/connectors/ai-sdk.js";
import { assistant, says, user } from "../../stories/scenes.js";
import { scripted } from "../../stories/scripted.js";

afterEach(() => vi.restoreAllMocks());

const ask = (text: string) => userEvent.type(screen.getByRole("textbox"), `${text}{Enter}`);
const weatherCall = '###:{"toolName":"getWeather","parameters":{"city":"Oslo"}}';

test("a tool runs once, its result goes back, and the answer comes", async () => {
  const getWeather = vi.fn(({ city }: { city: string }) => ({ message: `4 °C in ${city}` }));
  const onToolResult = vi.fn();
  render(
    <StrictMode>
      <ChatWrapper
        connector={scripted([[weatherCall], ["It is **4 °C**."]], 1)}
        tools={{ getWeather }}
        config={{ onToolResult }}
      />
    </StrictMode>,
  );
  await ask("Weather in Oslo?");
  await screen.findByText("4 °C", { selector: "strong" });
  expect(await screen.findByText("🔧 Executed getWeather: 4 °C in Oslo")).toBeInTheDocument();
  expect(getWeather).toHaveBeenCalledOnce();
  expect(onToolResult).toHaveBeenCalledOnce();
  expect(onToolResult.mock.calls[0]?.slice(0, 2)).toEqual(["getWeather", { message: "4 °C in Oslo" }]);
  await waitFor(() => expect(screen.getByRole("button", { name: "Send" })).toBeInTheDocument());
});

test("callbacks and tools are those of the last render", async () => {
  const connector = scripted([[weatherCall], ["Done."]], 1);
  const [before, after] = [vi.fn(), vi.fn()];
  const { rerender } = render(
    <ChatWrapper connector={connector} tools={{ getWeather: () => "old" }} config={{ onToolResult: before }} />,
  );
  rerender(<ChatWrapper connector={connector} tools={{ getWeather: () => "new" }} config={{ onToolResult: after }} />);
  await ask("Weather?");
  await screen.findByText("Done.");
  expect(before).not.toHaveBeenCalled();
  expect(after).toHaveBeenCalledWith("getWeather", "new", expect.anything());
});

test("its config says how calls are found in text, and how long a person may take to answer", async () => {
  const deleteAll = vi.fn();
  const tools = { deleteAll: { execute: deleteAll, needsApproval: true } };
  const marked = '###:{"toolName":"deleteAll","parameters":{}}';
  const { unmount } = render(
    <ChatWrapper connector={scripted([[marked]], 1)} tools={tools} config={{ syntaxes: [] }} />,
  );
  await ask("Delete");
  await screen.findByText(/toolName/); // it is text
  expect(screen.queryByRole("group", { name: "Allow deleteAll?" })).toBeNull();
  unmount();
  render(
    <ChatWrapper connector={scripted([[marked], ["Not done."]], 1)} tools={tools} config={{ approvalTimeoutMs: 50 }} />,
  );
  await ask("Delete");
  await screen.findByText("Not done.");
  expect(screen.getByRole("button", { name: /not answered in time/ })).toBeVisible();
  expect(deleteAll).not.toHaveBeenCalled();
});

describe("what goes out", () => {
  test("without a connector it is a Latitude request with the config and the tools in it", async () => {
    const fetched = vi
      .spyOn(globalThis, "fetch")
      .mockImplementation(() => Promise.resolve(new Response("", { status: 503 })));
    const toolClients = [
      {
        name: "getWeather",
        description: "The weather now",
        parameters: [
          {
            name: "city",
            type: "string",
            description: "Where",
            isRequired: true,
            schema: { type: "string", description: "Where" },
          },
        ],
      },
    ];
    render(
      <ChatWrapper
        config={{ url: "http://localhost/chat", promptPath: "planner", todos: [1], headers: { "x-app": "test" } }}
        tools={{ getWeather: () => 1 }}
        toolClients={toolClients}
      />,
    );
    await ask("Hi");
    await screen.findByRole("button", { name: "Try again" });
    const request = fetched.mock.calls[0]?.[0] as Request;
    expect(request.url).toBe("http://localhost/chat");
    expect(request.headers.get("x-app")).toBe("test");
    expect(await request.clone().json()).toMatchObject({
      promptPath: "planner",
      todos: [1],
      briefs: [],
      media: [],
      toolClients,
    });
  });
});

describe("whatever happens, the composer works again", () => {
  test("after an error: try again brings the answer, and the question stands there once", async () => {
    render(<ChatWrapper connector={scripted([new Error("busy"), ["Here I am."]], 1)} />);
    await ask("Hello");
    await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
    await screen.findByText("Here I am.");
    expect(screen.getAllByText("Hello")).toHaveLength(1);
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  test("after a stop", async () => {
    render(
      <ChatWrapper
        connector={aiSdk({ url: "http://localhost/x", fetch: () => new Promise<Response>(() => undefined) })}
      />,
    );
    await ask("Hello");
    expect(await screen.findByText("Thinking…")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    expect(await screen.findByRole("button", { name: "Send" })).toBeInTheDocument();
    expect(screen.queryByText("Thinking…")).toBeNull();
  });
});

test("it shows a store that the app made, with the app's words", () => {
  const store = createChatStore({ connector: scripted([]), messages: [user("Hi"), assistant(says("Hello"))] });
  render(<ChatWrapper store={store} labels={{ send: "Senden", chat: "Gespräch" }} placeholder="Fragen" theme="dark" />);
  expect(screen.getByText("Hello")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Senden" })).toBeInTheDocument();
  expect(screen.getByRole("region", { name: "Gespräch" })).toHaveAttribute("data-theme", "dark");
  expect(screen.getByPlaceholderText("Fragen")).toBeInTheDocument();
});

test("a chat that goes away ends its turn", async () => {
  let signal: AbortSignal | undefined;
  const connector = aiSdk({
    url: "http://localhost/x",
    fetch: (request) => {
      signal = (request as Request).signal;
      return new Promise<Response>(() => undefined);
    },
  });
  const { unmount } = render(<ChatWrapper connector={connector} />);
  await ask("Hello");
  await waitFor(() => expect(signal).toBeDefined());
  unmount();
  await waitFor(() => expect(signal?.aborted).toBe(true));
});
