import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { Composer, type ComposerProps } from "../../src/components/Composer/Composer.js";
import { defaultFileRules, judgeOutgoing } from "../../src/components/Composer/file-rules.js";

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
const chips = () => screen.queryAllByRole("listitem").map((chip) => chip.textContent);
const file = (name: string, type: string, content = "x") => new File([content], name, { type });
const picture = file("tea.png", "image/png");
const note = file("note.txt", "text/plain", "70 °C");

function setUp(attachments: ComposerProps["attachments"] = true) {
  const onSend = vi.fn();
  const { container } = render(<Composer onSend={onSend} attachments={attachments} />);
  const input = container.querySelector<HTMLInputElement>("input[type=file]");
  const form = container.querySelector("form");
  if (form === null) throw new Error("no form");
  return { onSend, input, form };
}

const pick = async (input: HTMLInputElement | null, ...files: File[]) => {
  if (input === null) throw new Error("no input");
  await userEvent.upload(input, files, { applyAccept: false });
};

const ready = (count: number) =>
  waitFor(() => expect(document.querySelectorAll(".tt-draft[data-state=ready]")).toHaveLength(count));

const dropOf = (...files: File[]) => ({ dataTransfer: { types: ["Files"], files } });

describe("files beside a draft", () => {
  test("that were picked are sent with the words, in their order, with their bytes", async () => {
    const { onSend, input } = setUp();
    await pick(input, picture, note);
    await ready(2);
    await userEvent.type(field(), "What is this?{Enter}");
    expect(onSend.mock.calls).toEqual([
      [
        "What is this?",
        [
          { type: "file", mediaType: "image/png", filename: "tea.png", url: "data:image/png;base64,eA==" },
          { type: "file", mediaType: "text/plain", filename: "note.txt", url: "data:text/plain;base64,NzAgwrBD" },
        ],
      ],
    ]);
    expect(chips()).toEqual([]);
    expect(field()).toHaveValue("");
  });

  test("may be sent without a word", async () => {
    const { onSend, input } = setUp();
    expect(screen.getByRole("button", { name: "Send" })).toHaveAttribute("aria-disabled", "true");
    await pick(input, picture);
    await ready(1);
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(onSend.mock.calls).toEqual([["", [expect.objectContaining({ filename: "tea.png" })]]]);
  });

  test("that were pasted are taken; a picture that comes beside its text is not", async () => {
    setUp();
    const paste = (text: string) =>
      fireEvent.paste(field(), { clipboardData: { files: [picture], getData: () => text } });
    expect(paste("from a document")).toBe(true);
    expect(chips()).toEqual([]);
    expect(paste("")).toBe(false);
    await ready(1);
    expect(chips()).toEqual(["tea.png1B"]);
  });

  test("that were dropped are taken, and the place says that they may be", async () => {
    const { form } = setUp();
    fireEvent.dragOver(form, dropOf(picture));
    expect(form).toHaveAttribute("data-dragging", "true");
    expect(field()).toHaveAttribute("placeholder", "Drop files to attach them");
    expect(fireEvent.drop(form, dropOf(picture))).toBe(false);
    expect(form).toHaveAttribute("data-dragging", "false");
    await ready(1);
  });

  test("are not taken where the app does not want any", () => {
    const { form, input } = setUp(false);
    expect(input).toBeNull();
    expect(fireEvent.drop(form, dropOf(picture))).toBe(true);
    fireEvent.paste(field(), { clipboardData: { files: [picture], getData: () => "" } });
    expect(chips()).toEqual([]);
  });

  test("are taken away by their button, by Delete and by Backspace; the focus goes on to the next, then to the field", async () => {
    const { input } = setUp();
    await pick(input, file("a.txt", "text/plain"), file("b.txt", "text/plain"), file("c.txt", "text/plain"));
    await ready(3);
    await userEvent.click(screen.getByRole("button", { name: "Remove b.txt" }));
    expect(screen.getByRole("button", { name: "Remove c.txt" })).toHaveFocus();
    await userEvent.keyboard("{Delete}");
    expect(screen.getByRole("button", { name: "Remove a.txt" })).toHaveFocus();
    await userEvent.keyboard("{Backspace}");
    expect(chips()).toEqual([]);
    expect(field()).toHaveFocus();
  });
});

describe("a file that cannot be sent along", () => {
  test("says what may come along as a person would", async () => {
    const { input } = setUp(true);
    await pick(input, file("run.exe", "application/x-msdownload"));
    expect(
      await screen.findByText("run.exe cannot be attached. Files may be: PNG, JPEG, GIF, WEBP, PDF, text."),
    ).toBeVisible();
  });

  test("is refused in words, and the others are taken", async () => {
    const { input } = setUp({ accept: ["image/*", ".csv"], maxBytes: 4, maxCount: 2 });
    await pick(
      input,
      file("run.exe", "application/x-msdownload"),
      file("big.png", "image/png", "12345"),
      picture,
      file("table.csv", "", "a"),
      file("one-more.png", "image/png"),
    );
    await ready(2);
    expect(chips()).toEqual(["tea.png1B", "table.csv1B"]);
    expect(screen.getByText("run.exe cannot be attached. Files may be: pictures, CSV.")).toBeInTheDocument();
    expect(screen.getByText("big.png is too large. A file may have 4B at most.")).toBeInTheDocument();
    expect(screen.getByText("one-more.png is one too many. There may be 2 files at most.")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Remove tea.png" }));
    expect(screen.queryByText(/too many/)).toBeNull();
  });

  test("because it cannot be read goes, and the message can be sent", async () => {
    const { onSend, input } = setUp();
    const read = vi.spyOn(FileReader.prototype, "readAsDataURL").mockImplementation(function (this: FileReader) {
      act(() => {
        this.onerror?.(new ProgressEvent("error") as ProgressEvent<FileReader>);
      });
    });
    await pick(input, note);
    read.mockRestore();
    expect(await screen.findByText("note.txt could not be read.")).toBeInTheDocument();
    await userEvent.type(field(), "all the same{Enter}");
    expect(onSend.mock.calls).toEqual([["all the same"]]);
  });
});

test.each([
  ["tea.PNG", "IMAGE/PNG", 1, undefined],
  ["tea.svg", "image/svg+xml", 1, "type"],
  ["note.md", "text/markdown", 1, undefined],
  ["page.html", "text/html", 11 * 1024 * 1024, "size"],
  ["archive.zip", "", 1, "type"],
] as const)("without rules of the app's, %s of type %j is judged %j", (name, type, size, problem) => {
  expect(judgeOutgoing({ name, type, size }, defaultFileRules, 0)).toBe(problem);
});
