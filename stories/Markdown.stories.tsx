import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { Markdown } from "../src/components/Markdown/Markdown.js";

const meta = { component: Markdown } satisfies Meta<typeof Markdown>;

export default meta;
type Story = StoryObj<typeof meta>;

const everything = `# Tea, in short

Green tea wants **70 °C** and *two minutes*; black tea takes \`100 °C\`. See the [kettle page](https://kettle.example/manual), or write to <help@kettle.example>.

## What to do

1. Boil the water, and let it stand.
2. Warm the pot:
   - pour in a little,
   - swirl, and pour it out.
3. Add the leaves.

- [x] kettle
- [ ] strainer

> The leaves unfold only once.
> Do not hurry them.

| Tea | Temperature | Minutes |
|:----|------------:|:-------:|
| Green | 70 °C | 2 |
| Oolong | 85 °C | 3 |
| Black | 100 °C | 4 |

\`\`\`ts
export function steep(tea: Tea): Promise<Cup> {
  return wait(tea.minutes).then(() => pour(tea)); // a line that is longer than most screens are wide, so that it scrolls
}
\`\`\`

---

A footnote[^1], and ~~old advice~~.

[^1]: Measured with a cheap thermometer.
`;

export const Everything: Story = { args: { children: everything } };

export const EverythingDark: Story = { args: { children: everything }, globals: { theme: "dark" } };

export const Safe: Story = {
  args: {
    children: [
      "An image ![a status badge](https://tracker.example/pixel.png?d=1) is not loaded.",
      "[A script](javascript:alert(1)), [a file](file:///etc/passwd) and [an action](?approve=call_1) are text.",
      "[https://bank.example](https://evil.example/login) says where it leads.",
      '<button onclick="alert(1)">Approve</button>',
    ].join("\n\n"),
  },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvasElement.querySelector("img")).toBeNull();
    await expect(canvas.queryByRole("button")).toBeNull();
    const links = canvas.getAllByRole<HTMLAnchorElement>("link");
    await expect(links.map((link) => link.href)).toEqual([
      "https://tracker.example/pixel.png?d=1",
      "https://evil.example/login",
    ]);
    await expect(links.every((link) => link.rel === "noopener noreferrer" && link.target === "_blank")).toBe(true);
    await expect(canvas.getByText("(evil.example)", { exact: false })).toBeVisible();
    await expect(canvas.getByText(/<button onclick/)).toBeVisible();
  },
};

export const WideThingsScroll: Story = {
  args: {
    children: [
      `| ${Array.from({ length: 14 }, (_, n) => `Column number ${n}`).join(" | ")} |`,
      `|${"---|".repeat(14)}`,
      `| ${Array.from({ length: 14 }, (_, n) => `value ${n}`).join(" | ")} |`,
      "",
      "```",
      "x".repeat(300),
      "```",
      "",
      `A word without end: ${"honorificabilitudinitatibus".repeat(12)}`,
    ].join("\n"),
  },
  play: async ({ canvas, userEvent, canvasElement }) => {
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
    const table = canvas.getByRole("figure", { name: "Table" });
    await expect(table.scrollWidth).toBeGreaterThan(table.clientWidth);
    await userEvent.tab();
    await expect(table).toHaveFocus();
  },
};

export const TooDeepIsPlain: Story = { args: { children: `${"> ".repeat(400)}deep\n\nAnd **after** it.` } };

/** Each message runs as its own words do. */
export const RightToLeft: Story = { args: { children: "שלום **עולם**\n\n- אחד\n- שניים" } };
