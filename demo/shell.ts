export interface ShellRun {
  command: string;
  exitCode: number;
  output: string;
}

/** A shell that only pretends: it knows a few commands by heart. */
export function pretendToRun(command: string): ShellRun {
  const run = commands.get(command.trim());
  if (run === undefined) {
    const known = [...commands.keys()].join(", ");
    return { command, exitCode: 127, output: `sh: ${command}: not found\nThis shell knows: ${known}\n` };
  }
  return { command, exitCode: 0, output: run() };
}

const commands: ReadonlyMap<string, () => string> = new Map([
  ["npm test", testLog],
  ["ls -l", () => lines(24, (n) => `-rw-r--r--  1 ada  staff  ${String(n * 517).padStart(6)}  chapter-${two(n)}.md`)],
  ["whoami", () => "ada\n"],
]);

/** 242 lines. */
function testLog(): string {
  const files = lines(
    240,
    (n) => ` ✓ test/part-${two(Math.ceil(n / 8))}/case-${two(n)}.test.ts (${1 + (n % 7)} tests) ${n % 90} ms`,
  );
  return `${files}\n Test Files  240 passed (240), and not a word about the weather\n`;
}

function lines(count: number, line: (n: number) => string): string {
  return `${Array.from({ length: count }, (_, index) => line(index + 1)).join("\n")}\n`;
}

function two(n: number): string {
  return String(n).padStart(2, "0");
}
