import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cdp } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { type ChatMessage, ChatWrapper, createChatStore, createMessage, reduceMessage } from "../../src/index.js";
import { eventConnector } from "../../src/testing.js";
import {
  activeAddresses,
  everywhere,
  fetchedBySight,
  linkedAs,
  openAll,
  reported,
} from "../field-reports/hostile-text.js";
import { inPieces } from "../field-reports/shown.js";
import "../../src/styles.css";

/** What is asked for of other hosts, and pictures of whatever host, as the browser itself tells it. */
const asked: string[] = [];
const note = ({ request, type }: { request: { url: string }; type?: string }) => {
  const isOfPage = request.url.startsWith(window.location.origin) && type !== "Image";
  if (!isOfPage) asked.push(request.url);
};

beforeEach(async () => {
  Reflect.deleteProperty(window, "__hit");
  await cdp().send("Network.enable");
  cdp().on("Network.requestWillBeSent", note);
});

afterEach(async () => {
  await cleanup();
  cdp().off("Network.requestWillBeSent", note);
});

const patient = { timeout: 30_000, interval: 20 };

/** Counts the pictures of the test's own: one that was asked for before may not be asked for again. */
let ownPictures = 0;

/** All that was asked for up to now: what a picture of the test's own, put in behind it, asks for comes after it. */
async function askedSoFar(): Promise<string[]> {
  ownPictures += 1;
  const own = `https://last.example/${ownPictures}.png`;
  const image = document.createElement("img");
  image.src = own;
  document.body.append(image);
  await expect.poll(() => asked, patient).toContain(own);
  image.remove();
  return asked.splice(0, asked.indexOf(own) + 1).slice(0, -1);
}

const turn = (text: string, pieces?: readonly string[]): ChatMessage =>
  everywhere(text, pieces).reduce(reduceMessage, createMessage({ id: "a", role: "assistant" }));

async function opened(container: Element): Promise<void> {
  const isClosed = () => {
    openAll(container);
    return container.querySelector(".tt-message button[aria-expanded=false]") !== null;
  };
  await expect.poll(isClosed, patient).toBe(false);
}

/** Streams a text letter by letter; whatever opens is opened as soon as it is there. */
async function live(text: string): Promise<HTMLElement> {
  const events = everywhere(text, inPieces(text, 1));
  const store = createChatStore({ connector: eventConnector(() => events) });
  const { container } = await render(<ChatWrapper store={store} />);
  const observer = new MutationObserver(() => openAll(container));
  observer.observe(container, { subtree: true, childList: true, attributes: true });
  await store.getState().send(text);
  await opened(container);
  observer.disconnect();
  return container;
}

/** The same as it comes out of a store of the app's. */
async function stored(text: string): Promise<HTMLElement> {
  const messages = [createMessage({ id: "u", role: "user", parts: text }), turn(text)];
  const store = createChatStore({ connector: eventConnector(() => []), messages });
  const { container } = await render(<ChatWrapper store={store} />);
  await opened(container);
  return container;
}

/** Waits until a script that is run by pressing a link of the test's own has run: those before it have too. */
async function ranSoFar(): Promise<void> {
  Reflect.deleteProperty(window, "__last");
  const link = document.createElement("a");
  link.href = "javascript:void(window.__last=1)";
  document.body.append(link);
  link.click();
  await expect.poll(() => "__last" in window, patient).toBe(true);
  link.remove();
}

/** Presses whatever is drawn of the conversation, links and words alike. */
function pressAll(container: Element): void {
  const drawn = container.querySelectorAll<HTMLElement>(".tt-markdown, .tt-markdown *, .tt-entry-result *");
  expect(drawn.length).toBeGreaterThan(5);
  for (const element of drawn) if (element instanceof HTMLElement) element.click();
}

it("a picture that is drawn is seen to be asked for", async () => {
  await askedSoFar();
  const image = document.createElement("img");
  image.src = "https://collector.example/seen.png";
  document.body.append(image);
  expect(await askedSoFar()).toEqual(["https://collector.example/seen.png"]);
  image.remove();
});

describe.each([
  ["streamed letter by letter", live],
  ["as a stored message", stored],
] as const)("%s", { timeout: 120_000 }, (_way, show) => {
  it.each([
    ["an image of another host [B05-03]", reported.image],
    ["an image tag, or an image by reference [B05-04]", reported.tags],
    ["a path that climbs to another host [B05-05]", reported.climbing],
  ])("nothing is asked for by %s", async (_name, text) => {
    await askedSoFar();
    const container = await show(text);
    expect(container.querySelectorAll(".tt-markdown")).toHaveLength(3);
    expect(await askedSoFar()).toEqual([]);
  });

  it.each([
    ["an active scheme [B05-01]", reported.schemes],
    ["a scheme in entities [B05-02]", reported.entities],
    ["a refused address [B05-15]", reported.blocked],
  ])("nothing runs and nothing is left by pressing %s", async (_name, text) => {
    await askedSoFar();
    const page = window.location.href;
    const container = await show(text);
    pressAll(container);
    expect(await askedSoFar()).toEqual([]);
    await ranSoFar();
    expect(window).not.toHaveProperty("__hit");
    expect(window.location.href).toBe(page);
  });

  it("links of the site and to mail lead where they say, when they are pressed [B05-16]", async () => {
    const page = window.location.href;
    const container = await show(`${reported.relative}\n\n## Sec 2`);
    const led: string[] = [];
    const hold = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (link === null || event.defaultPrevented) return;
      event.preventDefault(); // where it would go now
      led.push(link.href);
    };
    window.addEventListener("click", hold);
    const answer = container.querySelector<HTMLElement>(".tt-words");
    for (const link of answer?.querySelectorAll("a") ?? []) link.click();
    window.removeEventListener("click", hold);
    expect(led).toEqual([`${window.location.origin}/docs/start`, "mailto:team@example.org"]);
    expect(document.activeElement).toBe(answer?.querySelector("h2"));
    expect(window.location.href).toBe(page);
  });
});

it("nothing that a browser fetches by sight is fetched, written whole or growing", { timeout: 120_000 }, async () => {
  await askedSoFar();
  for (const text of fetchedBySight) {
    const whole = await stored(text);
    expect(whole.querySelectorAll(".tt-markdown").length).toBeGreaterThanOrEqual(2);
    await cleanup();
    const ends = Array.from({ length: Math.ceil(text.length / 7) }, (_, index) => (index + 1) * 7);
    const { rerender } = await render(<ChatWrapper key={text} store={growing("")} />);
    for (const end of ends) await rerender(<ChatWrapper store={growing(text.slice(0, end))} />);
    await cleanup();
  }
  expect(await askedSoFar()).toEqual([]);
  expect(window).not.toHaveProperty("__hit");
});

/** A chat whose answer has come so far. */
function growing(text: string) {
  const answer = createMessage({ id: "a", role: "assistant", parts: [{ type: "text", text, state: "streaming" }] });
  return createChatStore({ connector: eventConnector(() => []), messages: [answer] });
}

it("no active address runs when it is pressed, in any form of link", { timeout: 120_000 }, async () => {
  await askedSoFar();
  const page = window.location.href;
  for (const address of activeAddresses) {
    pressAll(await stored(linkedAs(address)));
    await cleanup();
  }
  expect(await askedSoFar()).toEqual([]);
  await ranSoFar();
  expect(window).not.toHaveProperty("__hit");
  expect(window.location.href).toBe(page);
});
