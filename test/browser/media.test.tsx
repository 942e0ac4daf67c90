import { afterEach, describe, expect, it } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { createGalleryStore, Gallery } from "./gallery.js";
import "../../src/styles.css";

type Features = Partial<Record<"forced-colors" | "prefers-reduced-motion" | "prefers-color-scheme", string>>;

/** The page as it is for somebody whose system asks for this. */
async function prefer(features: Features): Promise<void> {
  const list = Object.entries(features).map(([name, value]) => ({ name, value }));
  await cdp().send("Emulation.setEmulatedMedia", { features: list });
}

afterEach(async () => {
  await cleanup();
  await prefer({});
});

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const styleOf = (element: Element, pseudo?: string) => getComputedStyle(element, pseudo);

/** What stands beside a glyph for those who see it. */
function wordsBeside(glyph: HTMLElement): string {
  const row = glyph.closest(".tt-collapsible-line, .tt-entry")?.cloneNode(true);
  if (!(row instanceof Element)) return "";
  for (const hidden of row.querySelectorAll(".tt-hidden")) hidden.remove();
  return row.textContent.replace(/\s+/gu, " ").trim();
}

describe("where nothing may move", () => {
  it("what goes on still says so, in words beside a ring that stands still", async () => {
    await prefer({ "prefers-reduced-motion": "reduce" });
    await render(<Gallery store={createGalleryStore()} />);
    const rings = all(".tt-glyph[data-state=running], .tt-glyph[data-state=writing]");
    expect(rings.length).toBeGreaterThan(5);
    for (const ring of rings) {
      expect(styleOf(ring, "::before")).toMatchObject({ animationName: "none", borderTopStyle: "dotted" });
    }
    const words = rings.map(wordsBeside);
    expect(
      words.filter((each) => !/Thinking…|Executing tool|Running|Being written|Waiting for|of 8|tool calls/u.test(each)),
    ).toEqual([]);
    expect(words).toContain("Thinking…");
    expect(document.getAnimations().filter(({ playState }) => playState === "running")).toEqual([]);
  });

  it("a block opens and closes at once", async () => {
    await prefer({ "prefers-reduced-motion": "reduce" });
    await render(<Gallery store={createGalleryStore()} />);
    await userEvent.click(page.getByRole("button", { name: /^Used 2 tools/ }));
    expect(document.getAnimations()).toEqual([]);
  });
});

it("where things may move, the ring turns", async () => {
  await prefer({ "prefers-reduced-motion": "no-preference" });
  await render(<Gallery store={createGalleryStore()} />);
  const [ring] = all(".tt-glyph[data-state=running]");
  expect(ring && styleOf(ring, "::before").animationName).toBe("tt-spin");
});

describe.each(["light", "dark"])("in forced colours, %s", (scheme) => {
  const show = async () => {
    await prefer({ "forced-colors": "active", "prefers-color-scheme": scheme });
    await render(<Gallery store={createGalleryStore()} />);
    for (const words of ["Edit arguments", "Deny with a reason"]) {
      await userEvent.click(page.getByRole("button", { name: words }).first());
    }
  };

  it("whatever has the focus has a ring around it, or its box has", async () => {
    await show();
    const stops = all(":is(button, textarea, input, select):enabled, a[href], [tabindex='0']").filter((each) =>
      each.checkVisibility(),
    );
    expect(stops.length).toBeGreaterThan(40);
    await userEvent.keyboard("{Shift>}{Shift/}"); // a key was pressed last: the focus is to be seen
    for (const stop of stops) {
      stop.focus({ preventScroll: true });
      const box = stop.closest(".tt-composer, .tt-message-editor");
      const rings = [stop, ...(box && stop.localName === "textarea" ? [box] : [])].map((each) => styleOf(each));
      const isRinged = rings.some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
      );
      expect(isRinged, stop.outerHTML.slice(0, 200)).toBe(true);
    }
  });

  it("what can be pressed has an edge, or is a drawing that can be seen", async () => {
    await show();
    const ground = styleOf(document.documentElement).backgroundColor;
    for (const button of all(".tt-button, .tt-suggestion, .tt-composer-button, .tt-jump, .tt-field")) {
      const { borderTopStyle, borderTopWidth, borderTopColor } = styleOf(button);
      expect(borderTopStyle, button.className).toBe("solid");
      expect(Number.parseFloat(borderTopWidth)).toBeGreaterThanOrEqual(1);
      expect(borderTopColor).not.toBe(ground);
    }
    for (const icon of all("button .tt-icon")) expect(styleOf(icon).stroke).not.toBe(ground);
  });

  it("what a ground tells elsewhere, an edge or a word tells here", async () => {
    await show();
    const boxes = all(".tt-approvals, .tt-bubble, .tt-entry-result, .tt-notice, .tt-pause, .tt-code, .tt-arguments");
    expect(new Set(boxes.map(({ classList }) => classList[0])).size).toBe(7);
    for (const box of boxes) {
      expect(styleOf(box).borderTopStyle, box.className).toBe("solid");
      expect(styleOf(box).borderTopColor).not.toBe(styleOf(document.documentElement).backgroundColor);
    }
    for (const entry of all(".tt-entry[data-state=error] > .tt-glyph")) expect(entry).toHaveTextContent("Failed");
    const [bar] = all(".tt-progress-bar");
    expect(bar && styleOf(bar).borderTopStyle).toBe("solid");
    expect(all(".tt-progress-share").map(({ textContent }) => textContent)).toContain("38%");
  });

  it("a button that does nothing yet is told from one that does", async () => {
    await show();
    const [idle, stop] = all(".tt-composer-button");
    if (idle === undefined || stop === undefined) throw new Error("no buttons");
    expect(idle).toHaveAttribute("aria-disabled", "true");
    expect(styleOf(idle).color).not.toBe(styleOf(stop).color);
  });
});
