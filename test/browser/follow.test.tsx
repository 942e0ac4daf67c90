import { useLayoutEffect } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { MessageList } from "../../src/components/MessageList/MessageList.js";
import { assistant, says, user } from "../../stories/scenes.js";
import "../../src/styles.css";

const counted = (count: number) => {
  const words = Array.from({ length: count }, (_, index) => `word${index}`).join("\n\n");
  return [user("Count.", "u"), assistant(says(words), "a")];
};
const toBottomPx = (log: Element) => log.scrollHeight - log.scrollTop - log.clientHeight;

const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

interface FramedProps {
  count?: number;
  onDrawn?: (log: Element | null) => void;
}

function Framed({ count = 160, onDrawn }: FramedProps) {
  useLayoutEffect(() => onDrawn?.(document.querySelector("[role=log]")));
  return (
    <div className="tt-chat" style={{ display: "flex", height: "24rem" }}>
      <MessageList messages={counted(count)} status="streaming" />
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

test("a reader who goes up a little at a time is not pulled back by what comes in meanwhile", async () => {
  const { rerender } = await render(<Framed count={100} />);
  const log = page.getByRole("log").element();
  const place = log.scrollTop;
  for (let step = 1; step <= 5; step += 1) {
    log.scrollTop -= 6;
    await twoFrames();
    await rerender(<Framed count={100 + step} />);
    await twoFrames();
    expect(Math.round(log.scrollTop - place)).toBe(-6 * step);
  }
});

test("a reader who comes back near the end goes on with it", async () => {
  const { rerender } = await render(<Framed count={100} />);
  const log = page.getByRole("log").element();
  log.scrollTop -= 300;
  await expect.element(page.getByRole("button", { name: "Jump to latest" })).toBeVisible();
  log.scrollTop += 280;
  await expect.element(page.getByRole("button", { name: "Jump to latest" })).not.toBeInTheDocument();
  await rerender(<Framed count={120} />);
  await expect.poll(() => toBottomPx(log)).toBeLessThan(2);
});
