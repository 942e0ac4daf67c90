/** A shell that only pretends: it knows a few commands by heart. Gives the output, and the exit code in the last line. */
export function pretendToRun(command: string): string {
  const run = commands.get(command.trim());
  if (run !== undefined) return `${run()}\nexit code 0`;
  return `sh: ${command}: not found\nThis shell knows ${[...commands.keys()].join(", ")}.\nexit code 127`;
}

const commands: ReadonlyMap<string, () => string> = new Map([
  ["npm test", testLog],
  ["ls -l", () => lines(24, (n) => `-rw-r--r--  1 ada  staff  ${String(n * 517).padStart(6)}  chapter-${two(n)}.md`)],
  ["whoami", () => "ada"],
]);

function testLog(): string {
  const files = lines(240, (n) => {
    const tests = 2 + (n % 7);
    return `✓ test/part-${two(Math.ceil(n / 8))}/case-${two(n)}.test.ts (${tests} tests) ${n % 90} ms`;
  });
  return `${files}\nTest files: 240 passed, and not one that speaks of the weather`;
}

function lines(count: number, line: (n: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index + 1)).join("\n");
}

function two(n: number): string {
  return String(n).padStart(2, "0");
}
