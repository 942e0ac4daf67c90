import { act, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { createChatStore } from "../../src/chat/store.js";
import { ChatWrapper } from "../../src/components/ChatWrapper/ChatWrapper.js";
import { oneTool, user } from "../../stories/scenes.js";
import { scripted } from "../../stories/scripted.js";

test("what a server drew becomes the same chat in the browser", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const createStore = () =>
    createChatStore({
      connector: scripted([["Fog."]], 1),
      messages: [user("Weather?", "u"), { ...oneTool.answered, id: "a" }],
    });
  const container = document.createElement("div");
  container.append(
    document.createRange().createContextualFragment(renderToString(<ChatWrapper store={createStore()} />)),
  );
  document.body.append(container);
  errors.mockClear(); // of the server's part, which runs without a document elsewhere
  const drawn = container.querySelector("[role=log]");
  const mended = vi.fn();
  const root = await act(async () =>
    hydrateRoot(container, <ChatWrapper store={createStore()} />, { onRecoverableError: mended }),
  );
  expect(screen.getByRole("log")).toBe(drawn);
  expect(mended).not.toHaveBeenCalled();
  expect(errors).not.toHaveBeenCalled();
  await act(async () => root.unmount());
  container.remove();
  errors.mockRestore();
});
