import type { ToolSyntax } from "../../detect/syntax.js";
import { getGeneralFormat, syntaxesFor, type ToolFormatName } from "./tool-formats.js";

const names: readonly ToolFormatName[] = ["xml", "json", "sentinel", "api_tool_call"];

/** Environment variables that say the format, in this order. */
const variables = ["TOOLTALK_STREAM_PARSER", "AUTOBYTEUS_STREAM_PARSER"] as const;

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ToolFormatOptions {
  provider?: string | undefined;
  /** Goes before the environment. */
  format?: ToolFormatName | undefined;
  /** @default process.env, where there is one */
  env?: Environment | undefined;
}

/** What a chat store is to be given, and whether the tools are told in the prompt. */
export interface ResolvedToolFormat {
  name: ToolFormatName;
  /** The tools go to the provider as declarations; false: they stand in the prompt, as `formatToolManifest` writes them. */
  isNative: boolean;
  /** For the store's `syntaxes`. Empty turns detection off: calls come natively, and text stays text. */
  syntaxes: readonly ToolSyntax[];
  /** For the store's `provider`: the name under which the syntaxes read. */
  provider: string | undefined;
}

/**
 * How calls are to be written: as `format` says, else the environment variable `TOOLTALK_STREAM_PARSER` (or
 * `AUTOBYTEUS_STREAM_PARSER`), else `api_tool_call`, the provider's own calls. A variable with another value warns and
 * counts for nothing.
 * @throws Error for a `format` that there is not
 */
export function resolveToolFormat({ provider, format, env }: ToolFormatOptions = {}): ResolvedToolFormat {
  if (format !== undefined && !names.includes(format)) {
    throw new Error(`tooltalk: there is no tool format "${String(format)}". Use one of: ${names.join(", ")}.`);
  }
  const name = format ?? readEnvironment(env ?? processEnvironment()) ?? "api_tool_call";
  if (name === "api_tool_call") return { name, isNative: true, syntaxes: [], provider };
  const choice = { provider, format: name };
  return {
    name,
    isNative: false,
    syntaxes: syntaxesFor(choice),
    provider: getGeneralFormat(choice).provider ?? provider,
  };
}

function readEnvironment(env: Environment): ToolFormatName | undefined {
  const variable = variables.find((each) => Object.hasOwn(env, each) && env[each]?.trim() !== "");
  const value = variable === undefined ? undefined : env[variable]?.trim().toLowerCase();
  if (value === undefined) return undefined;
  const name = names.find((each) => each === value);
  if (name === undefined) {
    console.warn(`tooltalk: ${variable} is "${value}", which is no tool format. Use one of: ${names.join(", ")}.`);
  }
  return name;
}

function processEnvironment(): Environment {
  const { process } = globalThis as { process?: { env?: Environment } };
  return process?.env ?? {};
}
