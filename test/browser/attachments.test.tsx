import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createMessage } from "../../src/chat/message.js";
import { MessageList } from "../../src/components/MessageList/MessageList.js";
import "../../src/styles.css";

/** A picture of one colour. */
function paint(width: number, height: number): string {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  canvas.getContext("2d")?.fillRect(0, 0, width, height);
  return canvas.toDataURL("image/png");
}

test.each([
  ["wide", 1600, 400],
  ["tall", 300, 2000],
  ["wide and tall", 1600, 2400],
  ["small", 60, 60],
])("a %s picture of the person’s ends where their words end", async (_shape, width, height) => {
  const file = { type: "file" as const, mediaType: "image/png", filename: "p.png", url: paint(width, height) };
  const message = createMessage({ id: "u", role: "user", parts: [file, { type: "text", text: "Look." }] });
  await render(
    <div className="tt-chat" style={{ height: "40rem", width: "50rem" }}>
      <MessageList messages={[message]} />
    </div>,
  );
  const right = (element: Element | null | undefined) => Math.round(element?.getBoundingClientRect().right ?? -1);
  const picture = page.getByRole("img").element();
  await expect.poll(() => picture.getBoundingClientRect().width).toBeGreaterThan(20);
  expect(right(picture)).toBe(right(document.querySelector(".tt-bubble")));
  expect(picture.getBoundingClientRect().width).toBeLessThanOrEqual(384);
});
