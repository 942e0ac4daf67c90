import { afterEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { detectToolCalls } from "../../src/detect/detect-tool-calls.js";
import { hermes } from "../../src/detect/syntaxes/hermes.js";
import type { Tools } from "../../src/tools/definition.js";
import type { ToolFormat } from "../../src/tools/manifest/format.js";
import { resolveToolFormat } from "../../src/tools/manifest/resolve-tool-format.js";
import { registerToolFormat, type ToolFormatName } from "../../src/tools/manifest/tool-formats.js";
import { formatToolManifest, injectToolManifest } from "../../src/tools/manifest/tool-manifest.js";
import { createToolRegistry } from "../../src/tools/registry.js";

const planTrip = {
  name: "planTrip",
  description: 'Plans a trip; "fast" or <slow>.',
  parameters: z.object({
    city: z.string().describe("Where to, e.g. 'Oslo'."),
    mode: z.enum(["bus", "train"]).default("train"),
    stops: z.array(z.string()).optional(),
    legs: z
      .array(z.object({ from: z.string(), place: z.object({ lat: z.number(), floor: z.int().optional() }) }))
      .optional(),
  }),
};
const ringBell = { name: "ringBell", description: "Rings the bell." };
const tools: Tools = [planTrip, ringBell];

const basic = { city: "Oslo", mode: "train" };
const full = {
  ...basic,
  stops: ["example stops", "example stops 2"],
  legs: [{ from: "example from", place: { lat: 1, floor: 1 } }],
};

/** What a store that was set up by the resolved format finds in a text. */
function read(text: string, provider: string | undefined, format: ToolFormatName | undefined, of: Tools = tools) {
  const { syntaxes, provider: readAs } = resolveToolFormat({ provider, format, env: {} });
  const detection = detectToolCalls(text, { syntaxes, provider: readAs, tools: createToolRegistry(of).declarations() });
  return detection.calls.map(({ name, args }) => [name, args]);
}

describe("formatToolManifest", () => {
  it.each<[string | undefined, ToolFormatName]>([
    ["openai", "json"],
    ["mistral", "json"],
    ["deepseek", "json"],
    ["grok", "json"],
    ["gemini", "json"],
    ["anthropic", "json"],
    ["ollama", "json"],
    [undefined, "json"],
    ["openai", "xml"],
    [undefined, "xml"],
    ["gemini", "sentinel"],
  ])("shows %s models calls in %s that are read back, and no others", (provider, format) => {
    const manifest = formatToolManifest(tools, { provider, format });
    expect(read(manifest, provider, format)).toEqual([
      ["planTrip", { city: "Oslo" }],
      ["planTrip", full],
      ["ringBell", {}],
    ]);
  });

  it("tells OpenAI's shape to OpenAI, Mistral, DeepSeek and Grok", () => {
    const call = { tool: { function: { name: "planTrip", arguments: { city: "Oslo" } } } };
    for (const provider of ["openai", "OpenAI", "mistral", "deepseek", "grok"]) {
      const manifest = formatToolManifest(tools, { provider });
      expect(manifest).toContain(JSON.stringify(call, null, 2));
      expect(manifest).toContain('"type": "function"');
    }
  });

  it("tells Gemini's shape to Gemini, and the default to everyone else", () => {
    const gemini = { name: "planTrip", args: { city: "Oslo" } };
    const other = { tool: { function: "planTrip", parameters: { city: "Oslo" } } };
    expect(formatToolManifest(tools, { provider: "gemini" })).toContain(JSON.stringify(gemini, null, 2));
    expect(formatToolManifest(tools, { provider: "ollama" })).toContain(JSON.stringify(other, null, 2));
    expect(formatToolManifest(tools)).toContain(JSON.stringify(other, null, 2));
    expect(formatToolManifest(tools, { provider: "constructor" })).toContain(JSON.stringify(other, null, 2));
  });

  it("tells any provider the format that is asked for", () => {
    const json = JSON.stringify({ tool: { function: "planTrip", parameters: { city: "Oslo" } } }, null, 2);
    const anthropic = formatToolManifest(tools, { provider: "anthropic", format: "json" });
    expect(anthropic).toContain(json);
    expect(anthropic).not.toContain("<tool");
    for (const provider of ["openai", "gemini", "anthropic", undefined]) {
      const xml = formatToolManifest(tools, { provider, format: "xml" });
      expect(xml).toContain('<tool name="planTrip">\n    <arguments>\n        <arg name="city">Oslo</arg>');
      const sentinel = formatToolManifest(tools, { provider, format: "sentinel" });
      expect(sentinel).toContain(
        '[[SEG_START {"type":"tool","tool_name":"planTrip","arguments":{"city":"Oslo"}}]][[SEG_END]]',
      );
    }
  });

  it("tells Anthropic's models XML, lists in item tags, nested arguments in arg tags", () => {
    const manifest = formatToolManifest(tools, { provider: "anthropic" });
    expect(manifest).toContain("Each item of a list goes in an `<item>` tag of its own");
    expect(manifest).toContain(
      [
        '        <arg name="legs">',
        "            <item>",
        '                <arg name="from">example from</arg>',
        '                <arg name="place">',
        '                    <arg name="lat">1</arg>',
        '                    <arg name="floor">1</arg>',
        "                </arg>",
        "            </item>",
        "        </arg>",
      ].join("\n"),
    );
  });

  it("says of each argument in XML what it is, whether it must be there, its options, its default", () => {
    const manifest = formatToolManifest([planTrip], { format: "xml" });
    expect(manifest).toContain('<tool name="planTrip" description="Plans a trip; &quot;fast&quot; or &lt;slow&gt;.">');
    expect(manifest).toContain(
      '<arg name="city" type="string" required="true" description="Where to, e.g. \'Oslo\'." />',
    );
    expect(manifest).toContain(
      '<arg name="mode" type="string" required="false" options="bus | train" default="train" />',
    );
    expect(manifest).toContain('<arg name="stops" type="list" required="false">\n            <item type="string" />');
    expect(manifest).toContain('<arg name="floor" type="integer" required="false"');
  });

  it("shows definitions as code", () => {
    const json = /```json\n([\s\S]*?)\n```/.exec(formatToolManifest([planTrip]))?.[1] ?? "";
    expect(JSON.parse(json)).toMatchObject({
      name: "planTrip",
      parameters: {
        properties: { mode: { enum: ["bus", "train"], default: "train" }, stops: { items: { type: "string" } } },
        required: ["city"],
      },
    });
    expect(formatToolManifest([planTrip], { format: "xml" })).toContain('```xml\n<tool name="planTrip" ');
  });

  it("gives a tool without arguments one example", () => {
    const manifest = formatToolManifest([ringBell], { format: "xml" });
    expect(manifest).toContain('Example:\n\n<tool name="ringBell">\n    <!-- no arguments -->\n</tool>');
    expect(manifest.match(/Example/g)).toHaveLength(1);
  });

  it("gives write_file, edit_file and run_bash a form of their own, whatever the provider", () => {
    const text = { type: "string" };
    const files: Tools = [
      ringBell,
      {
        name: "write_file",
        parameters: { type: "object", properties: { path: text, content: text }, required: ["path", "content"] },
      },
      {
        name: "edit_file",
        parameters: { type: "object", properties: { path: text, patch: text }, required: ["path", "patch"] },
      },
      { name: "run_bash", parameters: { type: "object", properties: { command: text }, required: ["command"] } },
    ];
    for (const choice of [{ format: "xml" }, { provider: "openai" }, {}] as const) {
      const manifest = formatToolManifest(files, choice);
      expect(manifest).toContain('<write_file path="example path">\nexample content</write_file>');
      expect(manifest).toContain('<edit_file path="example path">\nexample patch</edit_file>');
      expect(manifest).toContain("<run_bash>\nexample command\n</run_bash>");
    }
    expect(read(formatToolManifest(files, { format: "xml" }), undefined, "xml", files)).toEqual([
      ["ringBell", {}],
      ["write_file", { path: "example path", content: "example content" }],
      ["edit_file", { path: "example path", patch: "example patch" }],
      ["run_bash", { command: "example command" }],
    ]);
    expect(formatToolManifest(files, { format: "json" })).not.toContain("<");
    expect(formatToolManifest(files)).toContain("This is for the tool `ringBell`.");
    expect(formatToolManifest(files)).toContain("This is for the tools `write_file`, `edit_file`, `run_bash`.");
  });

  it("is empty without tools, and where the provider is told of them", () => {
    expect(formatToolManifest([])).toBe("");
    expect(formatToolManifest(tools, { provider: "openai", format: "api_tool_call" })).toBe("");
  });
});

describe("registerToolFormat", () => {
  const hermesFormat: ToolFormat = {
    name: "hermes",
    syntaxes: [hermes],
    guidance: "Write calls between tool_call tags.",
    formatSchema: ({ name }) => name,
    formatExample: ({ name }, input) => `<tool_call>${JSON.stringify({ name, arguments: input })}</tool_call>`,
  };
  const undo: (() => void)[] = [];
  afterEach(() => {
    for (const each of undo.splice(0)) each();
  });

  it("adds a provider's format, with what reads it, until it is taken back", () => {
    undo.push(registerToolFormat({ provider: "Nous" }, hermesFormat));
    const manifest = formatToolManifest(tools, { provider: "nous" });
    expect(manifest).toContain('<tool_call>{"name":"planTrip","arguments":{"city":"Oslo"}}</tool_call>');
    expect(read(manifest, "nous", "json")[0]).toEqual(["planTrip", { city: "Oslo" }]);
    undo.pop()?.();
    expect(formatToolManifest(tools, { provider: "nous" })).not.toContain("tool_call");
  });

  it("adds a tool's format, which goes before any other and is read beside it", () => {
    undo.push(registerToolFormat({ tool: "ringBell" }, hermesFormat));
    const manifest = formatToolManifest(tools, { provider: "openai", format: "xml" });
    expect(manifest).toContain('<tool_call>{"name":"ringBell","arguments":{}}</tool_call>');
    expect(read(manifest, "openai", "xml").map(([name]) => name)).toEqual(["planTrip", "planTrip", "ringBell"]);
  });
});

describe("injectToolManifest", () => {
  const prompt = "You are kind.";

  it("appends the tools under their heading, without a placeholder", () => {
    const manifest = formatToolManifest(tools, { provider: "openai" });
    expect(injectToolManifest(prompt, tools, { provider: "openai" })).toBe(
      `You are kind.\n\n## Accessible Tools\n\n${manifest}`,
    );
    expect(injectToolManifest("", [ringBell])).toBe(`## Accessible Tools\n\n${formatToolManifest([ringBell])}`);
  });

  it("does so once, also when something was added behind", () => {
    for (const format of ["xml", "json", "sentinel"] as const) {
      const once = injectToolManifest(prompt, tools, { format });
      expect(injectToolManifest(once, tools, { format })).toBe(once);
      const extended = `${once}\n\n## Style\n\nBe brief.`;
      expect(injectToolManifest(extended, tools, { format })).toBe(extended);
    }
  });

  it("puts other tools in the place of the section that is there, and keeps what is around", () => {
    const before = `${injectToolManifest(prompt, tools)}\n\n## Style\n\nBe brief.`;
    const after = injectToolManifest(before, [ringBell]);
    expect(after).toBe(`${injectToolManifest(prompt, [ringBell])}\n\n## Style\n\nBe brief.`);
    expect(injectToolManifest(before, [planTrip])).toBe(
      `${injectToolManifest(prompt, [planTrip])}\n\n## Style\n\nBe brief.`,
    );
    expect(injectToolManifest(before, [])).toBe(`${prompt}\n\n## Style\n\nBe brief.`);
  });

  it("leaves a prompt as it is where there is nothing to tell", () => {
    expect(injectToolManifest("Kind. \n", [])).toBe("Kind. \n");
    expect(injectToolManifest("Kind. \n", tools, { format: "api_tool_call" })).toBe("Kind. \n");
  });
});

describe("resolveToolFormat", () => {
  it("is the provider's native calls unless something else is said, with detection off", () => {
    expect(resolveToolFormat({ provider: "openai", env: {} })).toEqual({
      name: "api_tool_call",
      isNative: true,
      syntaxes: [],
      provider: "openai",
    });
  });

  it.each<[string, Parameters<typeof resolveToolFormat>[0], ToolFormatName]>([
    ["format", { format: "xml", env: { TOOLTALK_STREAM_PARSER: "json" } }, "xml"],
    ["TOOLTALK_STREAM_PARSER", { env: { TOOLTALK_STREAM_PARSER: " JSON ", AUTOBYTEUS_STREAM_PARSER: "xml" } }, "json"],
    ["AUTOBYTEUS_STREAM_PARSER", { env: { AUTOBYTEUS_STREAM_PARSER: "sentinel" } }, "sentinel"],
    [
      "the second, where the first is empty",
      { env: { TOOLTALK_STREAM_PARSER: "", AUTOBYTEUS_STREAM_PARSER: "xml" } },
      "xml",
    ],
  ])("goes by %s", (_, options, name) => {
    const resolved = resolveToolFormat(options);
    expect(resolved).toMatchObject({ name, isNative: false });
    expect(resolved.syntaxes.map((syntax) => syntax.name)).toEqual([name]);
  });

  it("reads the process's environment when none is given", () => {
    vi.stubEnv("TOOLTALK_STREAM_PARSER", "xml");
    expect(resolveToolFormat().name).toBe("xml");
    vi.unstubAllEnvs();
  });

  it("warns of a variable with another value and goes on without it, and refuses another format", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    expect(resolveToolFormat({ env: { TOOLTALK_STREAM_PARSER: "yaml" } }).name).toBe("api_tool_call");
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      'tooltalk: TOOLTALK_STREAM_PARSER is "yaml", which is no tool format. Use one of: xml, json, sentinel, api_tool_call.',
    );
    warn.mockRestore();
    expect(() => resolveToolFormat({ format: "yaml" as never, env: {} })).toThrow('there is no tool format "yaml"');
  });

  it("gives the name under which the syntaxes read, which is not always the provider's", () => {
    expect(resolveToolFormat({ provider: "mistral", format: "json", env: {} }).provider).toBe("openai");
    expect(resolveToolFormat({ provider: "ollama", format: "json", env: {} }).provider).toBe("ollama");
  });
});
