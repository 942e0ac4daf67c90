import { useLayoutEffect } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { MessageList } from "../../src/components/MessageList/MessageList.js";
import { assistant, says, user } from "../../stories/scenes.js";
import "../../src/styles.css";

const words = Array.from({ length: 160 }, (_, index) => `word${index}`).join("\n\n");
const messages = [user("Count.", "u"), assistant(says(words), "a")];
const toBottomPx = (log: Element) => log.scrollHeight - log.scrollTop - log.clientHeight;

function Framed({ onDrawn }: { onDrawn?: (log: Element | null) => void }) {
  useLayoutEffect(() => onDrawn?.(document.querySelector("[role=log]")));
  return (
    <div className="tt-chat" style={{ display: "flex", height: "24rem" }}>
      <MessageList messages={messages} />
    </div>
  );
}

test("a stored conversation stands at its end before the first frame", async () => {
  const places: number[] = [];
  await render(
    <Framed
      onDrawn={(log) => {
        if (log) places.push(toBottomPx(log));
      }}
    />,
  );
  expect(places.length).toBeGreaterThan(0);
  for (const place of places) expect(place).toBeLessThan(2);
});

test("a reader who goes up in the very frame in which the list went down stays there", async () => {
  let isUp = false;
  await render(
    <Framed
      onDrawn={(log) => {
        if (isUp || !log) return;
        isUp = true;
        log.scrollTop = 0; // before the list heard of its own way down
      }}
    />,
  );
  const log = page.getByRole("log").element();
  const jump = page.getByRole("button", { name: "Jump to latest" });
  await expect.element(jump).toBeVisible();
  expect(log.scrollTop).toBe(0);
  await userEvent.click(jump);
  await expect.poll(() => toBottomPx(log)).toBeLessThan(2);
  await expect.element(jump).not.toBeInTheDocument();
});
