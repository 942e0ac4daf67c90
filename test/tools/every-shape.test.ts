import { describe, expect, it } from "vitest";
import * as z from "zod";
import { detectToolCalls } from "../../src/detect/detect-tool-calls.js";
import type { ToolParameters } from "../../src/tools/definition.js";
import { getToolFormat, type ToolFormatChoice } from "../../src/tools/manifest/tool-formats.js";
import { formatToolManifest } from "../../src/tools/manifest/tool-manifest.js";
import { createToolRegistry } from "../../src/tools/registry.js";
import { validateInput } from "../../src/tools/validate.js";

// The shapes that arguments have, by hand, in each format: what is shown, and what is read of a call.

const formats: [name: string, choice: ToolFormatChoice][] = [
  ["openai-json", { provider: "openai" }],
  ["gemini-json", { provider: "gemini" }],
  ["json", {}],
  ["xml", { provider: "anthropic" }],
  ["sentinel", { format: "sentinel" }],
];

interface Folder {
  name: string;
  folders?: Folder[] | undefined;
}
const folder: z.ZodType<Folder> = z.object({
  name: z.string(),
  get folders() {
    return z.array(folder).optional();
  },
});

interface Link {
  id: number;
  next: Link | null;
}
const link: z.ZodType<Link> = z.object({
  id: z.int(),
  get next() {
    return link.nullable();
  },
});

interface Tree {
  left: Tree | string;
  right: Tree | string;
}
const tree: z.ZodType<Tree> = z.object({
  get left() {
    return z.union([tree, z.string()]);
  },
  get right() {
    return z.union([tree, z.string()]);
  },
});

const shapes: [shape: string, parameters: ToolParameters | undefined, inputs: Record<string, unknown>[]][] = [
  ["no arguments", undefined, [{}]],
  [
    "an object in an object",
    z.object({ place: z.object({ at: z.object({ lat: z.number(), lon: z.number() }), name: z.string() }) }),
    [{ place: { at: { lat: 59.9, lon: -10 }, name: "Oslo <S> & 'more'" } }],
  ],
  [
    "a list of objects",
    z.object({ legs: z.array(z.object({ from: z.string(), days: z.int(), tags: z.array(z.string()) })) }),
    [
      {
        legs: [
          { from: "Oslo", days: 2, tags: ["a", "b"] },
          { from: "12", days: 0, tags: [] },
        ],
      },
      { legs: [] },
    ],
  ],
  ["a list of lists", z.object({ rows: z.array(z.array(z.number())) }), [{ rows: [[1, 2], [], [3.5]] }]],
  [
    "options",
    z.object({ mode: z.enum(["bus", "train", "24"]), level: z.literal([1, 2, 3]) }),
    [
      { mode: "24", level: 2 },
      { mode: "train", level: 3 },
    ],
  ],
  [
    "a default",
    z.object({ city: z.string(), unit: z.enum(["C", "F"]).default("C"), days: z.int().default(3) }),
    [{ city: "Oslo" }, { city: "Oslo", unit: "F", days: 0 }],
  ],
  [
    "optional arguments",
    z.object({ city: z.string().optional(), near: z.boolean().optional(), note: z.string().nullable().optional() }),
    [{}, { near: false }, { city: "", near: true, note: null }],
  ],
  [
    "names that every object has",
    z.object({ constructor: z.string(), toString: z.string(), hasOwnProperty: z.int() }),
    [{ constructor: "a", toString: "b", hasOwnProperty: 3 }],
  ],
  [
    "names of the formats' own",
    z.object({ arguments: z.object({ name: z.string() }), name: z.string(), parameters: z.array(z.string()) }),
    [{ arguments: { name: "x" }, name: "y", parameters: ["z"] }],
  ],
  ["any keys", z.object({ env: z.record(z.string(), z.string()) }), [{ env: { HOME: "/root", PORT: "80" } }]],
  [
    "itself or null, and itself or a text",
    z.object({ chain: link, tree }),
    [
      {
        chain: { id: 1, next: { id: 2, next: { id: 3, next: null } } },
        tree: { left: "a", right: { left: "b", right: "c" } },
      },
    ],
  ],
  ["itself", z.object({ root: folder }), [{ root: { name: "a", folders: [{ name: "b", folders: [{ name: "c" }] }] } }]],
];

describe.each(formats)("arguments in the format %s", (formatName, choice) => {
  it.each(shapes)("that have %s", async (_, parameters, inputs) => {
    const tools = [{ name: "doIt", description: "Does it.", parameters }];
    const [declared] = createToolRegistry(tools).declarations();
    if (declared === undefined) throw new Error("no tool");
    const format = getToolFormat("doIt", choice);
    expect(format.name).toBe(formatName);
    const { syntaxes, provider } = format;
    const read = (text: string) =>
      detectToolCalls(text, { syntaxes, provider, tools: [declared] }).calls.map(({ name, args }) => [name, args]);
    for (const input of inputs) {
      expect(await validateInput({ name: "doIt", parameters: declared.parameters }, input)).toEqual({ value: input });
      expect(read(format.formatExample(declared, input))).toEqual([["doIt", input]]);
    }
    const examples = read(formatToolManifest(tools, choice));
    expect(examples.length).toBeGreaterThan(0);
    for (const [name, input] of examples) {
      expect(name).toBe("doIt");
      expect(await validateInput({ name: "doIt", parameters: declared.parameters }, input)).toEqual({ value: input });
    }
  });
});

describe("a definition in JSON", () => {
  it.each<[ToolFormatChoice, (code: never) => unknown]>([
    [{ provider: "openai" }, (code: { function: { parameters: unknown } }) => code.function.parameters],
    [{ provider: "gemini" }, (code: { parameters: unknown }) => code.parameters],
    [{}, (code: { parameters: unknown }) => code.parameters],
    [{ format: "sentinel" }, (code: { parameters: unknown }) => code.parameters],
  ])("holds the schema whole, for %j", (choice, parametersOf) => {
    const parameters = {
      type: "object",
      properties: {
        legs: { type: "array", items: { type: "object", properties: { from: { type: "string", enum: ["a", "b"] } } } },
        days: { type: "integer", default: 3, description: "How many." },
      },
      required: ["legs"],
      additionalProperties: false,
    };
    const manifest = formatToolManifest([{ name: "plan", description: "Plans.", parameters }], choice);
    const [, code = ""] = /```json\n([\s\S]*?)\n```/.exec(manifest) ?? [];
    expect(parametersOf(JSON.parse(code) as never)).toEqual(parameters);
    expect(code).toContain('"name": "plan"');
    expect(code).toContain('"description": "Plans."');
  });
});
