import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { CollapsibleBlock } from "../../src/components/CollapsibleBlock/CollapsibleBlock.js";

test("opens and closes by its button, and points at what it opened", async () => {
  render(<CollapsibleBlock label="Sources">inside</CollapsibleBlock>);
  const button = screen.getByRole("button", { name: "Sources (show details)" });
  expect(screen.queryByText("inside")).toBeNull();
  await userEvent.click(button);
  expect(button).toHaveAccessibleName("Sources (hide details)");
  expect(document.getElementById(button.getAttribute("aria-controls") ?? "")).toHaveTextContent("inside");
  await userEvent.click(button);
  expect(button).not.toHaveAttribute("aria-controls");
  expect(screen.queryByText("inside")).toBeNull();
});

test("says how many things are inside, a zero too", () => {
  const { rerender } = render(<CollapsibleBlock label="Sources" count={12} />);
  expect(screen.getByRole("button")).toHaveAccessibleName("Sources 12 (show details)");
  rerender(<CollapsibleBlock label="Sources" count={0} />);
  expect(screen.getByRole("button")).toHaveAccessibleName("Sources 0 (show details)");
});

test("controlled, it asks and stays as it is told", async () => {
  const onOpenChange = vi.fn();
  const { rerender } = render(
    <CollapsibleBlock label="Sources" open onOpenChange={onOpenChange}>
      inside
    </CollapsibleBlock>,
  );
  await userEvent.click(screen.getByRole("button"));
  expect(onOpenChange).toHaveBeenLastCalledWith(false);
  expect(screen.getByText("inside")).toBeInTheDocument();
  rerender(
    <CollapsibleBlock label="Sources" open={false} onOpenChange={onOpenChange}>
      inside
    </CollapsibleBlock>,
  );
  expect(screen.queryByText("inside")).toBeNull();
});
