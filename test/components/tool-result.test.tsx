import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { judgeFile } from "../../src/components/Attachments/judge-file.js";
import { ChatProvider } from "../../src/components/ChatProvider/ChatProvider.js";
import { ToolCallEntry } from "../../src/components/ToolCallEntry/ToolCallEntry.js";
import { toCardProps } from "../../src/components/ToolCard/tool-card.js";
import { isToolPart, type ToolPart } from "../../src/stream/message.js";
import { assistant, calls, returns } from "../../stories/scenes.js";

/** 1 × 1. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const text = (value: string) => ({ type: "text", text: value });
const picture = { type: "image", data: png, mimeType: "image/png" };

function call(output: unknown): ToolPart {
  const part = assistant([...calls("a", "look"), ...returns("a", output)]).parts.find(isToolPart);
  if (part === undefined) throw new Error("no call in these events");
  return part;
}

function draw(output: unknown) {
  const { container } = render(<ToolCallEntry part={call(output)} showOutcome={false} />);
  const item = container.querySelector(".tt-entry");
  if (item === null) throw new Error("no entry was drawn");
  return { container, item };
}

describe("an MCP result", () => {
  test("of one short text stands on the line", () => {
    const { item } = draw({ content: [text("3 °C and rain")] });
    expect(item).toHaveTextContent("look() → 3 °C and rain");
    expect(item).not.toHaveTextContent("content");
  });

  test("shows its text, its pictures, its sounds and its links, in their order", () => {
    draw({
      content: [
        text("A map:"),
        picture,
        { type: "audio", data: "UklGRg==", mimeType: "audio/wav" },
        { type: "resource", resource: { uri: "file:///notes.txt", text: "Milk and tea" } },
        {
          type: "resource_link",
          uri: "https://example.com/map",
          name: "map",
          title: "The map",
          description: "Of Oslo",
        },
      ],
    });
    const result = screen.getByRole("figure", { name: /look/ });
    expect(result).toHaveTextContent(/^A map:Milk and teaThe map example\.comOf Oslo$/);
    expect(within(result).getByRole("img", { name: "Image" })).toHaveAttribute("src", `data:image/png;base64,${png}`);
    const sound = within(result).getByLabelText("Audio");
    expect(sound.tagName).toBe("AUDIO");
    expect(sound).toHaveAttribute("controls");
    expect(sound).toHaveAttribute("src", "data:audio/wav;base64,UklGRg==");
    const link = within(result).getByRole("link", { name: "The map" });
    expect(link).toHaveAttribute("href", "https://example.com/map");
    expect(link).toHaveAttribute("rel", "noopener noreferrer");
  });

  test("that is structured alone is its JSON, without secrets", () => {
    const { item } = draw({ content: [], structuredContent: { celsius: 3, apiKey: "sk-1" } });
    expect(item).toHaveTextContent('look() → {"celsius": 3, "apiKey": "[redacted]"}');
  });

  test("is cut like any other, and loses codes of a terminal", () => {
    const { item } = draw({ content: [text(`\u001b[31mred\u001b[0m\n${"x".repeat(5 * 1024 * 1024)}`), picture] });
    expect(item).toHaveTextContent(/red/);
    expect(item.textContent).not.toContain("\u001b");
    expect(item.textContent?.length).toBeLessThan(3_000);
    expect(screen.getByRole("button", { name: /show more \(5MB\)/ })).toBeInTheDocument();
  });

  test("that says it failed is a failure, and says so once", () => {
    const { item } = draw({ content: [text("No such city: Ooslo\nDid you mean Oslo?")], isError: true });
    expect(item).toHaveAttribute("data-state", "error");
    expect(item).toHaveTextContent(/^Failed/);
    expect(item.textContent?.match(/No such city/g)).toHaveLength(1);
  });

  test("of a message that another store holds is a failure too", () => {
    const output = { content: [text("No such city")], isError: true };
    const part = {
      type: "dynamic-tool",
      toolName: "look",
      toolCallId: "a",
      state: "output-available",
      input: {},
      output,
    };
    render(<ToolCallEntry part={part as ToolPart} />);
    expect(screen.getByRole("listitem")).toHaveAttribute("data-state", "error");
    expect(screen.getByRole("listitem")).toHaveTextContent("❌ Error processing tool call");
    expect(toCardProps(part as ToolPart)).toMatchObject({ state: "error", errorText: "No such city" });
  });
});

describe("a hostile MCP result", () => {
  test("draws no picture that may hold text, plays no other sound, and loads nothing", () => {
    const { container } = draw({
      content: [
        { ...picture, mimeType: "image/svg+xml" },
        { ...picture, mimeType: 'text/html;"><img src=x onerror=alert(1)>' },
        { type: "audio", data: "AA==", mimeType: "audio/midi" },
        { type: "resource_link", uri: "https://tracker.example/p.png", name: "p.png", mimeType: "image/png" },
      ],
    });
    expect(container.querySelectorAll("img, audio, iframe, object, embed")).toHaveLength(0);
    expect(screen.getAllByRole("link").map((link) => link.hasAttribute("download"))).toEqual([true, true, true, false]);
  });

  test.each([
    "javascript:alert(1)",
    "file:///etc/passwd",
    "data:text/html,x",
    "https://me:pw@example.com/",
    "//",
    "/pay",
  ])("%s is text and no link", (uri) => {
    const { container } = draw({ content: [{ type: "resource_link", uri, name: "Prize" }] });
    expect(container).toHaveTextContent(`Prize ${uri}`);
    expect(container.querySelectorAll("a")).toHaveLength(0);
  });

  test("a link that holds a secret is not one, and does not show it", () => {
    const uri = "https://example.com/file?access_token=hunter2";
    const { container } = draw({ content: [{ type: "resource_link", uri, name: uri }] });
    expect(container.innerHTML).not.toContain("hunter2");
    expect(container.querySelectorAll("a")).toHaveLength(0);
  });

  test("names spell out what would turn them round", () => {
    const { container } = draw({
      content: [{ type: "resource_link", uri: "https://example.com/", name: "a\u202efdp.exe" }],
    });
    expect(container).toHaveTextContent("a\\u202efdp.exe example.com");
  });
});

test("a sound that cannot be played can be saved", () => {
  const { container } = draw({ content: [{ type: "audio", data: "AA==", mimeType: "audio/mpeg" }] });
  const sound = container.querySelector("audio");
  if (sound) fireEvent.error(sound);
  expect(screen.getByRole("link", { name: "Save Audio" })).toHaveAttribute("href", "data:audio/mpeg;base64,AA==");
});

test.each([
  ["data:audio/mpeg;base64,AA==", "audio/mpeg", "audio"],
  ["data:audio/ogg;codecs=opus;base64,AA==", "audio/ogg", "audio"],
  ["data:audio/mpeg,raw", "audio/mpeg", "data"],
  ["data:text/html;base64,AA==", "audio/mpeg", "data"],
  ["blob:https://chat.example/1", "audio/webm;codecs=opus", "audio"],
  ["https://files.example/a.mp3", "audio/mpeg", "link"],
  [`data:audio/mpeg;base64,${"A".repeat(12 * 1024 * 1024)}`, "audio/mpeg", "data"],
])("a sound is played where its bytes are at hand: %.40s of type %s is %s", (url, mediaType, kind) => {
  expect(judgeFile({ url, mediaType }).kind).toBe(kind);
});

test("with no more than a line, files are named on it", () => {
  render(
    <ChatProvider detail="summary">
      <ToolCallEntry part={call({ content: [text("A map:"), picture] })} showOutcome={false} />
    </ChatProvider>,
  );
  expect(screen.getByRole("listitem")).toHaveTextContent("look() → A map: [image/png]");
  expect(screen.queryByRole("img", { name: "Image" })).toBeNull();
});
