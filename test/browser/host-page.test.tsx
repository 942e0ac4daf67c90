import { afterEach, expect, it } from "vitest";
import { userEvent } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import kitStyles from "../../src/styles.css?inline";
import { createGalleryStore, Gallery } from "./gallery.js";

/** A page that says something of every element, as pages do. */
const hostStyles = `
* { box-sizing: content-box; margin: 3px; padding: 2px; }
*::before, *::after { box-sizing: content-box; }
body { color: purple; font: italic 700 21px/3 fantasy; letter-spacing: 3px; word-spacing: 9px; text-transform: uppercase;
  text-indent: 2em; text-align: center; text-shadow: 1px 1px red; white-space: pre; word-break: break-all; cursor: wait; }
button { all: unset; background: red; padding: 20px; text-transform: uppercase; letter-spacing: 4px; min-width: 300px; }
input, textarea, select { border: 9px solid red; padding: 30px; font: 40px fantasy; width: 900px; box-shadow: 0 0 9px red; }
ul, ol { list-style: square; padding: 40px; margin: 40px; }
li { margin: 20px; padding: 9px; color: red; }
li::before { content: "* "; }
a { color: red; text-decoration: none; border-bottom: 4px dotted red; font-weight: 900; }
p { margin: 40px; max-width: 3em; color: red; }
h1, h2, h3 { font: 80px fantasy; margin: 60px; color: red; text-align: right; border-bottom: 9px solid red; }
svg, img, audio { width: 100%; height: 300px; fill: red; stroke: red; display: inline; vertical-align: top; }
path { stroke: red; fill: red; stroke-width: 9; }
pre { padding: 40px; background: red; color: yellow; border: 9px solid; white-space: normal; font: 40px fantasy; margin: 40px; }
code { background: red; color: yellow; font: 40px fantasy; padding: 20px; border: 3px solid; }
table { width: 100%; border: 9px solid red; border-collapse: separate; margin: 40px; table-layout: fixed; }
th, td { padding: 40px; border: 9px solid red; color: red; background: yellow; text-align: center; }
tr:nth-child(even) { background: lime; }
blockquote { margin: 50px; padding: 50px; border: 9px solid red; font-style: italic; quotes: none; }
hr { border: 20px solid red; margin: 90px; height: 40px; }
figure { margin: 40px; padding: 40px; border: 9px solid red; }
fieldset, legend { border: 9px solid red; padding: 40px; margin: 40px; float: left; }
label { display: block; text-transform: uppercase; color: red; margin: 30px; }
form { padding: 50px; border: 9px solid red; display: block; }
dl, dt, dd { margin: 40px; padding: 20px; font-weight: 900; color: red; float: left; width: 25%; }
section, article, header, footer, div { padding: 30px; border: 5px solid red; color: red; line-height: 4; }
strong, b, em, i, span, sup, del { color: red; font-weight: 100; font-size: 40px; background: yellow; padding: 9px; }
progress { width: 900px; height: 90px; border: 9px solid red; }
:focus-visible { outline: none; }
`;

/** What a page has in it beside the chat. */
const hostHtml = `<main class="page"><h1>A page</h1><p>Words with <a href="#x">a link</a>, <code>code</code>, <b>b</b>.</p>
<ul><li>one</li></ul><ol><li>two</li></ol><pre>pre</pre><table><tbody><tr><th>a</th><td>b</td></tr></tbody></table>
<form><fieldset><legend>l</legend><label>x <input></label><textarea></textarea><select></select><button>Go</button></fieldset></form>
<blockquote>q</blockquote><hr><figure>f</figure><dl><dt>t</dt><dd>d</dd></dl><progress value=".5"></progress>
<svg viewBox="0 0 1 1"><path d="M0 0h1"/></svg><section><article><header>h</header><span data-state="open">s</span></article></section></main>`;

const added: HTMLElement[] = [];

function addStyle(text: string): HTMLStyleElement {
  const style = document.createElement("style");
  style.textContent = text;
  document.head.append(style);
  added.push(style);
  return style;
}

afterEach(async () => {
  await cleanup();
  for (const element of added.splice(0)) element.remove();
});

type Look = Map<string, string>;

/** A line of a drawing has no box. */
const drawn = ["fill", "stroke", "stroke-width", "opacity", "visibility", "display", "d"];

/** Every computed property of an element, and of what stands before and behind it. */
function lookOf(element: Element): Look {
  const look: Look = new Map();
  const isDrawing = element.matches("svg *");
  for (const pseudo of ["", "::before", "::after", "::marker"]) {
    const style = getComputedStyle(element, pseudo || null);
    if (pseudo !== "" && style.content === "none") continue;
    for (const name of isDrawing ? drawn : style) {
      if (!name.startsWith("--")) look.set(`${pseudo} ${name}`.trim(), style.getPropertyValue(name));
    }
  }
  return look;
}

function looksOf(root: ParentNode): Map<Element, Look> {
  return new Map([...root.querySelectorAll("*")].map((element) => [element, lookOf(element)]));
}

function nameOf(element: Element): string {
  const named = element.closest("[class]");
  const own = `${element.localName}${element.className && typeof element.className === "string" ? `.${element.className}` : ""}`;
  return named === null || named === element ? own : `${named.getAttribute("class")} ${own}`;
}

/** Where the looks differ: one line for each kind of element, with what it was and is. */
function differences(before: Map<Element, Look>, after: Map<Element, Look>): string[] {
  const lines = [...after].flatMap(([element, look]) =>
    [...look].flatMap(([property, value]) => {
      const old = before.get(element)?.get(property);
      return old === value ? [] : [`${nameOf(element)} { ${property}: ${old} → ${value} }`];
    }),
  );
  return [...new Set(lines)];
}

/** Opens all that opens, and one form of each kind. */
async function openAll(root: HTMLElement): Promise<void> {
  const closed = () => [...root.querySelectorAll<HTMLElement>("button[aria-expanded=false]")];
  for (let count = 0; count < 3; count += 1) for (const button of closed()) button.click();
  await settled();
  const press = (words: string) =>
    [...root.querySelectorAll("button")].find((button) => button.textContent === words)?.click();
  press("Edit arguments");
  await settled();
  press("Deny with a reason");
  await settled();
  (document.activeElement as HTMLElement | null)?.blur();
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSTransition) animation.finish();
    else animation.cancel();
  }
}

it("what a page says of its elements does not reach the kit’s", async () => {
  addStyle(`${kitStyles}\n* { animation: none !important; transition: none !important; }`);
  const { container } = await render(<Gallery store={createGalleryStore()} />);
  await openAll(container);
  const chat = container.querySelector(".tt-chat");
  if (chat === null) throw new Error("no chat");
  expect(chat.querySelectorAll("*").length).toBeGreaterThan(400);
  const outer = container.getBoundingClientRect();
  container.style.cssText = `all: initial; display: block; width: ${outer.width}px`;
  const before = looksOf(chat);
  addStyle(hostStyles);
  expect(differences(before, looksOf(chat))).toEqual([]);
});

it("the kit says nothing of a page’s own elements", async () => {
  const host = document.createElement("div");
  host.innerHTML = hostHtml;
  document.body.append(host);
  added.push(host);
  const before = looksOf(document);
  addStyle(kitStyles);
  expect(differences(before, looksOf(host))).toEqual([]);
  expect(
    differences(before, new Map([document.body, document.documentElement].map((each) => [each, lookOf(each)]))),
  ).toEqual([]);
});

it("what an app draws in the chat keeps what its page says of it", async () => {
  addStyle("p.card, .card p { color: rgb(1, 2, 3); margin: 7px; text-transform: lowercase; } .card { padding: 9px; }");
  addStyle(kitStyles);
  const { container } = await render(
    <div className="tt-chat">
      <div className="card">
        <p>An own card</p>
      </div>
    </div>,
  );
  const [card, words] = [container.querySelector(".card"), container.querySelector("p")];
  if (card === null || words === null) throw new Error("no card");
  expect(getComputedStyle(card).padding).toBe("9px");
  expect(getComputedStyle(words)).toMatchObject({ color: "rgb(1, 2, 3)", margin: "7px", textTransform: "lowercase" });
});

it("the focus is seen, whatever the page says of it", async () => {
  addStyle(kitStyles);
  addStyle(hostStyles);
  const { container } = await render(<Gallery store={createGalleryStore()} />);
  for (let count = 0; count < 12; count += 1) {
    await userEvent.tab();
    const element = document.activeElement;
    if (element === null || !container.contains(element)) continue;
    const field = element.closest(".tt-composer, .tt-message-editor");
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const isRinged = outlineStyle === "solid" && Number.parseFloat(outlineWidth) >= 2;
    expect(isRinged || (field !== null && getComputedStyle(field).boxShadow !== "none"), nameOf(element)).toBe(true);
  }
});
