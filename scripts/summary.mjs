// Prints 'N passed, N failed, N skipped' from Vitest's JSON report.
import { readFileSync } from "node:fs";

const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
  readFileSync(process.argv[2] ?? "artifacts/vitest.json", "utf8"),
);
console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests + numTodoTests} skipped`);
