// Prints every figure; exits 1 where one is over its limit. Limits are ratios within one run.
const benches = ["./detector.mjs", "./partial-json.mjs"];
const wanted = process.argv[2];
let isOver = false;

for (const file of benches) {
  if (wanted && !file.includes(wanted)) continue;
  const { bench } = await import(file);
  for (const { name, value, unit, limit } of await bench()) {
    const over = limit !== undefined && value > limit;
    isOver ||= over;
    const against = limit === undefined ? "" : `  (limit ${limit})${over ? "  OVER" : ""}`;
    console.log(`${value.toFixed(2).padStart(10)} ${unit.padEnd(2)} ${name}${against}`);
  }
}
process.exitCode = isOver ? 1 : 0;
