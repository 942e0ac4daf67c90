import { act } from "@testing-library/react";
import type { ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, vi } from "vitest";

/**
 * Draws a page as a server does, and takes it over in a browser.
 * @param server  what the server draws
 * @param browser  what the browser takes it over with; its first words are the server's
 * @returns the page, and what takes it away again; fails where React had something to say of the two
 */
export async function hydrated(server: () => ReactNode, browser: () => ReactNode = server) {
  const container = document.createElement("div");
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const html = renderToString(server());
  errors.mockClear(); // of the server's part, which runs without a document elsewhere
  container.append(document.createRange().createContextualFragment(html));
  const first = container.innerHTML;
  document.body.append(container);
  const mended = vi.fn<(error: unknown) => void>();
  const root = await act(async () => hydrateRoot(container, browser(), { onRecoverableError: mended }));
  expect(mended.mock.calls.map(([error]) => String(error))).toEqual([]);
  expect(errors.mock.calls).toEqual([]);
  errors.mockRestore();
  return {
    container,
    /** As the server drew it. */
    first,
    remove: async () => {
      await act(async () => root.unmount());
      container.remove();
    },
  };
}
