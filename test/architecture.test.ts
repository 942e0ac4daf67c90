import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../src", import.meta.url));

interface Module {
  /** Path below `src`, without its ending. */
  name: string;
  /** Own modules that it imports, types included. */
  imports: string[];
  packages: string[];
}

const modules: Module[] = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => {
    const imported = ts
      .preProcessFile(readFileSync(join(root, file), "utf8"))
      .importedFiles.map((each) => each.fileName);
    const own = imported.filter((name) => name.startsWith("."));
    return {
      name: withoutEnding(file),
      imports: own.map((name) => withoutEnding(relative(root, join(root, dirname(file), name)))),
      packages: imported.filter((name) => !name.startsWith(".")),
    };
  });

function withoutEnding(file: string): string {
  return file.replace(/\.(tsx?|js)$/, "");
}

/** A module's room: its folder below `src`, or its own name for the files that stand there. */
function roomOf(name: string): string {
  return name.split("/")[0] ?? name;
}

/** Which rooms a room may know, beside itself. */
const arrows: Record<string, readonly string[]> = {
  stream: [],
  connectors: ["stream"],
  detect: ["stream"],
  tools: ["stream", "detect"],
  display: ["stream", "detect"],
  labels: ["stream"],
  "labels-de": ["labels"],
  chat: ["stream", "connectors", "detect", "tools", "display"],
  components: ["stream", "connectors", "tools", "chat", "display", "labels"],
  core: ["stream", "connectors", "detect", "tools", "display", "chat", "labels"],
  index: ["core", "components", "chat", "labels", "labels-de", "stream", "connectors"],
  syntaxes: ["detect"],
  testing: ["core", "chat", "stream", "display", "connectors"],
};

describe("the plan of the house", () => {
  it.each(modules.map((module) => [module.name, module] as const))("%s follows the arrows", (name, module) => {
    const room = roomOf(name);
    const strangers = module.imports.filter((each) => roomOf(each) !== room && !arrows[room]?.includes(roomOf(each)));
    expect(strangers).toEqual([]);
  });

  it("has no import cycle, types included", () => {
    const byName = new Map(modules.map((module) => [module.name, module]));
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (name: string, path: readonly string[]) => {
      if (path.includes(name)) cycles.push([...path.slice(path.indexOf(name)), name].join(" → "));
      if (done.has(name) || path.includes(name)) return;
      for (const next of byName.get(name)?.imports ?? []) visit(next, [...path, name]);
      done.add(name);
    };
    for (const { name } of modules) visit(name, []);
    expect(cycles).toEqual([]);
  });

  it("imports React in components and the React entry only", () => {
    const react = modules.filter((module) => module.packages.some((name) => /^(react|react-dom|zustand$)/.test(name)));
    expect(
      react.map((module) => roomOf(module.name)).filter((room) => room !== "components" && room !== "index"),
    ).toEqual([]);
  });

  it("marks every module that React runs as a client's", () => {
    const files = readdirSync(join(root, "components"), { recursive: true, encoding: "utf8" });
    const unmarked = files
      .filter((file) => file.endsWith(".tsx"))
      .filter((file) => !readFileSync(join(root, "components", file), "utf8").startsWith('"use client"'));
    expect(unmarked).toEqual([]);
  });
});
