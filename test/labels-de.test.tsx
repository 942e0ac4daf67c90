import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { createChatStore } from "../src/chat/store.js";
import { ChatWrapper } from "../src/components/ChatWrapper/ChatWrapper.js";
import { labels } from "../src/labels.js";
import { germanLabels } from "../src/labels-de.js";
import { threeTools, user } from "../stories/scenes.js";
import { scripted } from "../stories/scripted.js";

/** Every word of a set of labels, with the same values put in. */
function wordsOf(set: object): Map<string, string> {
  const words = new Map<string, string>();
  for (const [name, label] of Object.entries(set) as [string, unknown][]) {
    if (typeof label === "string") words.set(name, label);
    else if (typeof label === "object" && label !== null) {
      for (const [key, value] of wordsOf(label)) words.set(`${name}.${key}`, value);
    } else if (typeof label === "function" && name !== "fileProblem" && name !== "callFailure") {
      words.set(name, String((label as (...values: unknown[]) => unknown)(2, "x")));
    }
  }
  return words;
}

/** The same in both languages, or the words of someone else. */
const shared = new Set(["chat", "code", "share", "elapsed", "error", "fileKind"]);

describe("German", () => {
  const english = wordsOf(labels);

  test("has a word for every word, and it is another one", () => {
    const german = wordsOf(germanLabels);
    expect([...german.keys()]).toEqual([...english.keys()]);
    const same = [...german].filter(([name, words]) => words === english.get(name) && !shared.has(name));
    expect(same.map(([name]) => name)).toEqual([]);
    expect(["image", "text", "font"].map(germanLabels.fileKind)).toEqual(["Bilder", "Text", "font"]);
    expect(germanLabels.error("")).toBe("Etwas ist schiefgegangen. Was du siehst, bleibt erhalten.");
  });

  test("counts and measures as German does", () => {
    expect([1, 2, 1234].map(germanLabels.usedTools)).toEqual([
      "1 Werkzeug benutzt",
      "2 Werkzeuge benutzt",
      "1.234 Werkzeuge benutzt",
    ]);
    expect(germanLabels.duration(1.25)).toBe("1,3 s");
    expect(germanLabels.share(0.5)).toBe("50\u00a0%");
  });

  test("leaves no English word on the page", async () => {
    const store = createChatStore({ connector: scripted([]), messages: [user("Tee?"), threeTools] });
    const { container } = render(<ChatWrapper store={store} labels={germanLabels} attachments />);
    await userEvent.click(screen.getByRole("button", { name: /^3 Werkzeuge benutzt · 1 fehlgeschlagen/ }));
    const named = [...container.querySelectorAll("[aria-label], [title], [placeholder]")].flatMap((element) =>
      ["aria-label", "title", "placeholder"].map((name) => element.getAttribute(name) ?? ""),
    );
    const ours = new Set([...english].filter(([name]) => !shared.has(name)).map(([, words]) => words));
    expect(named.filter((words) => ours.has(words))).toEqual([]);
    expect(container.textContent).not.toMatch(/Executed|Failed|Done|tools/);
  });
});
