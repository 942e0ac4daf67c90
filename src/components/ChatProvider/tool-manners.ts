import {
  createRedactor,
  defaultRedactor,
  defaultRedactRules,
  type Redactor,
  type RedactRule,
} from "../../display/redact.js";
import { getToolName, type ToolPart } from "../../stream/message.js";
import type { ToolVerbs } from "../../stream/tool-verbs.js";
import type { ToolDefinition, ToolDetail } from "../../tools/definition.js";
import { callState } from "../ToolCallEntry/call-outcome.js";

/** How the calls of one tool are shown. */
export interface ToolManner {
  readonly verbs: ToolVerbs<never> | undefined;
  readonly detail: ToolDetail;
  readonly redactor: Redactor;
}

/** What an app says of all tools, and where each tool's own word is found. */
export interface MannerSource {
  /** Own names only. */
  readonly getTool?: ((toolName: string) => ToolDefinition | undefined) | undefined;
  /** @default "full" */
  readonly detail?: ToolDetail | undefined;
  /** Beside the default ones. */
  readonly redact?: readonly RedactRule[] | undefined;
}

export interface ToolManners {
  readonly source: MannerSource;
  /** For what belongs to no tool. */
  readonly redactor: Redactor;
  readonly of: (part: ToolPart) => ToolManner;
  readonly verbsOf: (toolName: string) => ToolVerbs<never> | undefined;
  readonly redactorOf: (toolName: string) => Redactor;
}

/** Looks tools up each time, and makes a redactor only for rules that it has not seen of that tool. */
export function createToolManners(source: MannerSource = {}): ToolManners {
  const { getTool, detail = "full", redact = [] } = source;
  const redactor = redact.length === 0 ? defaultRedactor : createRedactor([...defaultRedactRules, ...redact]);
  const made = new Map<string, { rules: readonly RedactRule[]; redactor: Redactor }>();
  const toolOf = (name: unknown) => (typeof name === "string" ? getTool?.(name) : undefined); // stored in all shapes
  const redactorFor = (name: string, rules: readonly RedactRule[] = []) => {
    if (rules.length === 0) return redactor;
    const before = made.get(name);
    if (before !== undefined && areSameRules(before.rules, rules)) return before.redactor;
    const own = createRedactor([...defaultRedactRules, ...redact, ...rules]);
    made.set(name, { rules, redactor: own });
    return own;
  };
  return {
    source,
    redactor,
    of: (part) => {
      const tool = toolOf(getToolName(part));
      if (tool === undefined) return { verbs: undefined, detail, redactor };
      return { verbs: tool.verbs, detail: tool.detail ?? detail, redactor: redactorFor(tool.name, tool.redact) };
    },
    verbsOf: (name) => toolOf(name)?.verbs,
    redactorOf: (name) => redactorFor(name, toolOf(name)?.redact),
  };
}

/** A silent call is drawn only where it failed or waits for a person. */
export function isShown(part: ToolPart, { detail }: ToolManner): boolean {
  return detail !== "silent" || ["error", "waiting"].includes(callState(part));
}

/** Rules that hide the same; two patterns are the same where they are written alike. */
export function areSameRules(one: readonly RedactRule[] = [], other: readonly RedactRule[] = []): boolean {
  return one.length === other.length && one.every((rule, index) => isSameRule(rule, other[index]));
}

function isSameRule(one: RedactRule, other: RedactRule | undefined): boolean {
  return one === other || (one instanceof RegExp && other instanceof RegExp && String(one) === String(other));
}
