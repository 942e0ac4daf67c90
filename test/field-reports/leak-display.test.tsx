import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Message } from "../../src/components/Message/Message.js";
import { readText } from "./shown.js";

const show = (chunks: readonly string[]) => render(<Message message={readText(chunks).message} />);

test("an example of a call in a fence is code with its whole content (B01-11)", () => {
  show(['Here is the shape:\n\n```xml\n<tool name="wipe_disk">{"unit":"B"}</tool>\n```\n\nThat is all.']);
  expect(screen.getByText('<tool name="wipe_disk">{"unit":"B"}</tool>').closest("pre")).not.toBeNull();
  expect(screen.getByText("That is all.")).toBeInTheDocument();
});

test("an example in a fence that is still open is code (B01-12)", () => {
  const call = '###:{"name":"open_gate","arguments":{"id":7}}';
  show(["Docs:\n```\n", call, "\n"]);
  expect(screen.getByText(call).closest("pre")).not.toBeNull();
});

test("a heading whose marks were held back is a heading (B01-15)", () => {
  show(["Label it <tool", "shed> please, and\n\n###", " Garden rules"]);
  expect(screen.getByRole("heading", { level: 3, name: "Garden rules" })).toBeInTheDocument();
  expect(screen.getByText("Label it <toolshed> please, and")).toBeInTheDocument();
});

test("a note is a readable quote, and the row of a call beside it shows no marker (B01-28)", () => {
  const [note, tool, tip] = [
    "> [!note] Mind the step\n> It is wet.\n\n",
    "> [!tool tide_at]\n> port: Faro\n\n",
    "> [!TIP]\n> ok\n",
  ];
  show([tool, note, tip]);
  const quotes = screen.getAllByText(/Mind the step|^\[!TIP\]/).map((element) => element.closest("blockquote"));
  expect(quotes[0]).toHaveTextContent("It is wet.");
  expect(quotes[1]).toHaveTextContent("ok");
  expect(screen.getByRole("article")).toHaveTextContent("tide_at");
  expect(screen.getByRole("article")).not.toHaveTextContent("[!tool");
});
