// @vitest-environment node
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { createChatStore } from "../../src/chat/store.js";
import { ChatWrapper } from "../../src/components/ChatWrapper/ChatWrapper.js";
import { oneTool, user } from "../../stories/scenes.js";
import { scripted } from "../../stories/scripted.js";

afterEach(() => vi.restoreAllMocks());

test("a server draws a stored conversation, and React has nothing to say of it", () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const store = createChatStore({
    connector: scripted([]),
    messages: [user("Weather?", "u"), { ...oneTool.answered, id: "a" }],
  });
  const html = renderToString(<ChatWrapper store={store} />);
  expect(html).toContain("Weather?");
  expect(html).toContain("Used 1 tool");
  expect(html).toContain("18 °C");
  expect(errors).not.toHaveBeenCalled();
});

test("a server draws an empty chat", () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const html = renderToString(<ChatWrapper tools={{ getWeather: () => "fog" }} suggestions={["Weather in Oslo?"]} />);
  expect(html).toContain("Weather in Oslo?");
  expect(html).toContain("<textarea");
  expect(errors).not.toHaveBeenCalled();
});
