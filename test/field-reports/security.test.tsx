import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createMessage } from "../../src/chat/message.js";
import { reduceMessage } from "../../src/chat/reduce.js";
import { createChatStore } from "../../src/chat/store.js";
import { readStoredMessage } from "../../src/chat/stored/read-stored-message.js";
import { ChatWrapper } from "../../src/components/ChatWrapper/ChatWrapper.js";
import { Markdown } from "../../src/components/Markdown/Markdown.js";
import type { StreamEvent } from "../../src/stream/events.js";
import { eventConnector } from "../../src/testing/transcript-connector.js";
import { call, chat, partsOf, text, untilRest } from "../chat/chat.js";
import {
  activeAddresses,
  everywhere,
  fetchedBySight,
  hostsInPaths,
  linkedAs,
  openAll,
  reported,
} from "./hostile-text.js";
import { inPieces } from "./shown.js";

/** What no text may bring into a page: whatever loads, acts or is styled by its attributes. */
const loading = ["src", "srcset", "srcdoc", "poster", "data", "background", "style", "ping", "action", "formaction"];
const loads = `${loading.map((name) => `[${name}]`).join()}, [*|href]:not(a), script, style, link, meta, base, iframe`;

const linksIn = (root: Element) => [...root.querySelectorAll("a")];
const hrefsIn = (root: Element) => linksIn(root).map((link) => link.getAttribute("href"));

/** What is wrong with what is drawn: an element that loads, or a link that leads where it must not. */
function faultsIn(root: Element): string[] {
  const loaded = [...root.querySelectorAll(loads)].map((element) => element.outerHTML);
  const led = linksIn(root)
    .filter(({ protocol }) => !["http:", "https:", "mailto:"].includes(protocol))
    .map((link) => link.outerHTML);
  return [...loaded, ...led];
}

/** Streams a text a UTF-16 unit at a time through a store; the reader opens all that opens as soon as it is there. */
async function live(source: string) {
  const events = everywhere(source, inPieces(source, 1));
  const store = createChatStore({ connector: eventConnector(() => events) });
  const { container } = render(<ChatWrapper store={store} />);
  const faults = new Set<string>();
  const hrefs = new Set<string | null>();
  const steps = new Set<string>();
  store.subscribe(({ messages }) => steps.add(JSON.stringify(messages.at(-1)?.parts)));
  const look = () => {
    openAll(container);
    for (const fault of faultsIn(container)) faults.add(fault);
    for (const href of hrefsIn(container)) hrefs.add(href);
  };
  const observer = new MutationObserver(look);
  observer.observe(container, { subtree: true, childList: true, characterData: true, attributes: true });
  let isOver = false;
  void store
    .getState()
    .send(source)
    .then(() => {
      isOver = true;
    });
  await waitFor(() => expect(isOver).toBe(true), { timeout: 100_000 });
  await open(container);
  observer.disconnect();
  expect(steps.size).toBeGreaterThan(source.length);
  return { container, faults: [...faults, ...faultsIn(container)], hrefs: [...hrefs] };
}

/** The same as it comes out of a store of the app's. */
async function stored(source: string) {
  const blank = createMessage({ id: "a", role: "assistant" });
  const kept: unknown = JSON.parse(JSON.stringify(everywhere(source).reduce(reduceMessage, blank)));
  const messages = [createMessage({ id: "u", role: "user", parts: source }), readStoredMessage(kept)];
  const { container } = render(
    <ChatWrapper store={createChatStore({ connector: eventConnector(() => []), messages })} />,
  );
  await open(container);
  return { container, faults: faultsIn(container), hrefs: hrefsIn(container) };
}

/** Opens whatever is folded. */
async function open(root: Element): Promise<void> {
  await waitFor(() => {
    openAll(root);
    expect(root.querySelector(".tt-message button[aria-expanded=false]")).toBeNull();
  });
}

/** Where Markdown is drawn: the thought, the words before the call, the answer. */
function drawnIn(container: Element): HTMLElement[] {
  const places = [".tt-reasoning-text", ".tt-entry-commentary", ".tt-words"];
  const drawn = places.flatMap((place) => [...container.querySelectorAll<HTMLElement>(place)]);
  expect(drawn).toHaveLength(places.length);
  return drawn;
}

/** Where text stands as it was written: the person's words, and what the tools were given and gave. */
function writtenIn(container: Element): HTMLElement[] {
  const places = "[data-role=user], .tt-entry-arguments, .tt-entry-result";
  const written = [...container.querySelectorAll<HTMLElement>(places)];
  expect(written.length).toBeGreaterThanOrEqual(6);
  return written;
}

const pageOrigin = () => window.location.origin;

/** Links that stay on the page's own site, those to places in the message aside. */
function ownLinksIn(root: Element): (string | null)[] {
  const own = linksIn(root).filter((link) => link.origin === pageOrigin() && !isFragment(link));
  return own.map((link) => link.getAttribute("href"));
}

const isFragment = (link: Element) => link.getAttribute("href")?.startsWith("#") === true;

beforeEach(() => {
  Reflect.deleteProperty(window, "__hit");
  // Frames as fast as they can be: each letter is drawn.
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw, 0));
  vi.stubGlobal("cancelAnimationFrame", (timer: number) => clearTimeout(timer));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  expect(window).not.toHaveProperty("__hit");
});

describe.each([
  ["streamed letter by letter", live],
  ["as a stored message", stored],
] as const)("%s", { timeout: 120_000 }, (_way, show) => {
  test("links with an active scheme are words [B05-01]", async () => {
    const { container, faults, hrefs } = await show(reported.schemes);
    expect(faults).toEqual([]);
    expect(hrefs).toEqual([]);
    for (const place of drawnIn(container)) {
      // An address ends at a line break: the third is no link to begin with.
      expect(place).toHaveTextContent("open report b [c](java script:window.__hit=1) d e");
    }
    for (const place of writtenIn(container))
      expect(place).toHaveTextContent("[open report](javascript:window.__hit=1)");
  });

  test("a scheme that is written in entities is none the less one [B05-02]", async () => {
    const { container, faults, hrefs } = await show(reported.entities);
    expect(faults).toEqual([]);
    expect(hrefs).toEqual([]);
    for (const place of drawnIn(container)) expect(place).toHaveTextContent("x y javascript:window.__hit=1");
    for (const place of writtenIn(container)) expect(place).toHaveTextContent("[y](&#x6A;avascript:window.__hit=1)");
  });

  test("an image is its description and a link, and half its address is neither [B05-03]", async () => {
    const { container, faults, hrefs } = await show(reported.image);
    expect(faults).toEqual([]);
    expect(new Set(hrefs)).toEqual(new Set(["https://collector.example/p.png?q=secret-417"]));
    for (const place of drawnIn(container)) {
      expect(place).toHaveTextContent(/^Ok .* done$/);
      expect(within(place).getByText(/\bp$/)).toBeInTheDocument();
      const link = within(place).getByRole("link");
      expect(link).toHaveTextContent("collector.example");
      expect(link).toHaveAttribute("rel", expect.stringContaining("noreferrer"));
    }
    for (const place of writtenIn(container)) expect(linksIn(place)).toEqual([]);
  });

  test("an image tag is the text that it is, and a reference is as little loaded [B05-04]", async () => {
    const { container, faults, hrefs } = await show(reported.tags);
    expect(faults).toEqual([]);
    expect(new Set(hrefs)).toEqual(new Set(["https://collector.example/c?d=3"]));
    const tags = '<img src="https://collector.example/a.svg?d=1"> <img src=//collector.example/b?d=2>';
    for (const place of drawnIn(container)) {
      expect(place).toHaveTextContent(tags);
      expect(within(place).getByText(/\br$/)).toBeInTheDocument();
    }
    for (const place of writtenIn(container).slice(0, 1)) expect(place).toHaveTextContent(tags);
  });

  test("a path that turns into another host is no link of this site [B05-05]", async () => {
    const { container, faults } = await show(reported.climbing);
    expect(faults).toEqual([]);
    expect(ownLinksIn(container)).toEqual([]);
    for (const place of drawnIn(container)) {
      expect(place).toHaveTextContent(/\bd\b.*\bk\b.*\bm$/);
      for (const link of linksIn(place)) {
        expect(link).toHaveProperty("host", "collector.example");
        expect(link).toHaveAttribute("target", "_blank");
      }
    }
  });

  test("a link that may not be followed leaves its words, and so does a tag [B05-15]", async () => {
    const { container, faults, hrefs } = await show(reported.blocked);
    expect(faults).toEqual([]);
    expect(hrefs).toEqual([]);
    for (const place of drawnIn(container)) {
      expect(place).toHaveTextContent('Use <a role="x" id="i7"></a> and <a id="i7"></a> here, file plan');
      expect(place.querySelector("code")).toHaveTextContent('<a role="x" id="i7"></a>');
      expect(place.textContent).not.toMatch(/block/i);
    }
  });

  test("paths of the site, places in the message and mail work [B05-16]", async () => {
    const { container, faults } = await show(reported.relative);
    expect(faults).toEqual([]);
    for (const place of drawnIn(container)) {
      const link = (name: string) => within(place).getByRole("link", { name });
      expect(link("guide")).toHaveProperty("href", `${pageOrigin()}/docs/start`);
      expect(link("mail")).toHaveAttribute("href", "mailto:team@example.org");
      expect(isFragment(link("part"))).toBe(true);
    }
  });
});

describe("calls with the name of what every object has", () => {
  /** Three rows that say so, and nothing that ran or broke. */
  async function expectUnknown(answer: StreamEvent[], names: readonly string[]) {
    const complaint = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const look = vi.fn();
    const { store, requests } = chat([answer, text("So.")], { tools: { look } });
    await store.getState().send("Go");
    await untilRest(store);
    const parts = partsOf(store.getState().messages);
    expect(parts.map((part) => "toolName" in part && part.toolName)).toEqual(names);
    for (const part of parts) expect(part).toMatchObject({ state: "output-error", reason: "unknown-tool" });
    const { container } = render(<ChatWrapper store={store} toolRenderers={{ look: () => null }} />);
    await open(container);
    const rows = screen.getAllByRole("listitem").map((row) => row.textContent);
    expect(rows).toHaveLength(names.length);
    for (const [index, name] of names.entries()) expect(rows[index]).toMatch(new RegExp(`${name}.*not available`, "s"));
    expect(look).not.toHaveBeenCalled();
    expect(requests).toHaveLength(2);
    expect(complaint).not.toHaveBeenCalled();
  }

  test.each([
    ["whole", reported.names],
    ["letter by letter", inPieces(reported.names.join(""), 1)],
  ])("are unknown tools in text that comes %s [B05-14]", async (_how, pieces) => {
    const answer = pieces.map((delta): StreamEvent => ({ type: "text-delta", id: "t", delta }));
    await expectUnknown(answer, ["constructor", "__proto__", "toString"]);
  });

  test("are unknown tools when the provider sends them too [B05-14]", async () => {
    const names = ["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty", "__defineGetter__", "then"];
    const answer = names.map((name, index) => call(`c${index}`, name));
    await expectUnknown(answer, names);
  });
});

describe("an active address", () => {
  test.each(activeAddresses)("leads nowhere in any form of link: %s", (address) => {
    const { container } = render(<Markdown>{linkedAs(address)}</Markdown>);
    expect(faultsIn(container)).toEqual([]);
    expect(linksIn(container).filter((link) => !isFragment(link))).toEqual([]);
    expect(container.textContent.match(/open/g)).toHaveLength(17);
  });

  test.each(["javascript:window.__hit=1", "java&Tab;script&colon;window.__hit=1", "data:text/html,hi"])(
    "leads nowhere in any frame of a text that grows: %s",
    { timeout: 120_000 },
    (address) => {
      const source = linkedAs(address);
      const { container, rerender } = render(<Markdown isStreaming>{""}</Markdown>);
      for (let end = 1; end <= source.length; end += 1) {
        rerender(<Markdown isStreaming>{source.slice(0, end)}</Markdown>);
        expect(faultsIn(container)).toEqual([]);
        expect(linksIn(container).filter((link) => !isFragment(link))).toEqual([]);
      }
    },
  );

  test.each(activeAddresses)("leads nowhere from what a tool gave, or from a source: %s", async (address) => {
    const uri = new DOMParser().parseFromString(address, "text/html").body.textContent;
    const events: StreamEvent[] = [
      { type: "source-url", sourceId: "s", url: uri, title: "open" },
      call("c", "look"),
      {
        type: "tool-output-available",
        toolCallId: "c",
        output: { content: [{ type: "resource_link", uri, name: "open" }] },
      },
      ...text("So."),
    ];
    const message = events.reduce(reduceMessage, createMessage({ id: "a", role: "assistant" }));
    const store = createChatStore({ connector: eventConnector(() => []), messages: [message] });
    const { container } = render(<ChatWrapper store={store} />);
    await open(container);
    expect(faultsIn(container)).toEqual([]);
    expect(linksIn(container)).toEqual([]);
    expect(screen.getAllByText(/^open/).length).toBeGreaterThanOrEqual(2);
  });
});

test.each(hostsInPaths)("a path that names a host is no link of this site: %s", (path) => {
  const source = `[open](${path}) and ![open](${path}) and [open][ref]\n\n[ref]: <${path}>`;
  const { container } = render(<Markdown>{source}</Markdown>);
  expect(faultsIn(container)).toEqual([]);
  expect(ownLinksIn(container)).toEqual([]);
  for (const link of linksIn(container)) expect(link).toHaveProperty("host", "collector.example");
  expect(container.textContent.match(/open/g)).toHaveLength(3);
});

test.each(fetchedBySight)("nothing is loaded by being shown, in any frame: %s", (source) => {
  const { container, rerender } = render(<Markdown isStreaming>{""}</Markdown>);
  for (let end = 1; end <= source.length; end += 1) {
    rerender(<Markdown isStreaming>{source.slice(0, end)}</Markdown>);
    expect(faultsIn(container)).toEqual([]);
    for (const { href } of linksIn(container).filter((link) => !isFragment(link))) {
      expect(isWhole(href, source), href).toBe(true); // no half address either
    }
  }
  rerender(<Markdown>{source}</Markdown>);
  expect(faultsIn(container)).toEqual([]);
  expect(container).toHaveTextContent(source.includes("word") ? "word" : source);
});

/** The address ends in the text where it ends in the page. */
function isWhole(href: string, source: string): boolean {
  const { pathname, search } = new URL(href);
  const written = decodeURI(pathname.slice(1) + search);
  return source.split(written).some((behind, index) => index > 0 && !/^[\w.?=/]/.test(behind));
}

describe("honest links", () => {
  test.each([
    ["docs/start", "/docs/start"],
    ["/docs//start", "/docs//start"],
    ["../docs/start.html#part", "/docs/start.html#part"],
    ["/docs/50%25%20off", "/docs/50%25%20off"],
    ["/straße/größe", "/stra%C3%9Fe/gr%C3%B6%C3%9Fe"],
  ])("to the page’s own site stay on it: %s", (path, leadsTo) => {
    render(<Markdown>{`[open](${path})`}</Markdown>);
    expect(screen.getByRole("link", { name: "open" })).toHaveProperty("href", pageOrigin() + leadsTo);
  });

  test.each([
    ["#sec-2", "## Sec 2"],
    ["#sec-2", "Sec 2\n-----"],
    ["#größe-und-maß", "### Größe, und **Maß**!"],
    ["#gr%C3%B6%C3%9Fe", "# Größe"],
    ["#read_me-first", "# `read_me` first"],
  ])("to a heading lead to it, and leave the address of the page alone: %s", (fragment, heading) => {
    const before = window.location.href;
    Element.prototype.scrollIntoView = vi.fn();
    render(
      <>
        <Markdown>{heading}</Markdown>
        <Markdown>{`[part](${fragment})\n\n${heading}\n\nWords.`}</Markdown>
      </>,
    );
    fireEvent.click(screen.getByRole("link", { name: "part" }));
    expect(screen.getAllByRole("heading")[1]).toHaveFocus(); // of the same message
    expect(window.location.href).toBe(before);
  });

  test.each(["#sec-2", "#%E0%A4%A", "#approve", "#__proto__"])(
    "to a place that is not there do nothing: %s",
    (fragment) => {
      const before = window.location.href;
      const complaint = vi.fn();
      window.addEventListener("error", complaint);
      render(<Markdown>{`[part](${fragment})\n\n## Another\n\n<a id="sec-2"></a>`}</Markdown>);
      fireEvent.click(screen.getByRole("link", { name: "part" }));
      window.removeEventListener("error", complaint);
      expect(complaint).not.toHaveBeenCalled();
      expect(window.location.href).toBe(before);
    },
  );

  test("to a note lead to it, whatever letters it is named with", () => {
    Element.prototype.scrollIntoView = vi.fn();
    render(<Markdown>{"Words[^größe].\n\n[^größe]: The note."}</Markdown>);
    fireEvent.click(screen.getByRole("link", { name: "Footnote 1" }));
    expect(screen.getByText(/The note/).closest("li")).toHaveFocus();
  });
});
