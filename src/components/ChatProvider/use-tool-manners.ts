"use client";

import { useContext, useMemo, useState } from "react";
import type { ChatStore } from "../../chat/store.js";
import type { RedactRule } from "../../display/redact.js";
import { formatCallWords } from "../../display/tool-words.js";
import type { ToolPart } from "../../stream/message.js";
import type { ToolDetail, Tools } from "../../tools/definition.js";
import { createToolRegistry } from "../../tools/registry.js";
import { callWords } from "../ToolCallEntry/call-outcome.js";
import { ToolMannersContext } from "./chat-context.js";
import { areSameRules, createToolManners, type ToolManner, type ToolManners } from "./tool-manners.js";
import { useLabels } from "./use-labels.js";

/** How the calls of each tool are shown, as the app says. */
export function useToolManners(): ToolManners {
  return useContext(ToolMannersContext);
}

export function useToolManner(part: ToolPart): ToolManner {
  return useToolManners().of(part);
}

/** What a call is doing or has come to: in its tool's own words, or in those of the labels. */
export function useCallWords(): (part: ToolPart) => string {
  const labels = useLabels();
  const manners = useToolManners();
  return (part) => {
    const { verbs, redactor } = manners.of(part);
    return formatCallWords(part, verbs, redactor) ?? callWords(part, labels, redactor);
  };
}

export interface OwnManners {
  store: ChatStore | undefined;
  tools: Tools | undefined;
  detail: ToolDetail | undefined;
  redact: readonly RedactRule[] | undefined;
}

/** What a provider says of tools, on top of what the one above it says; redact rules only ever come on top. */
export function useOwnManners({ store, tools, detail, redact }: OwnManners): ToolManners {
  const outer = useToolManners();
  const rules = useSameRules(redact);
  return useMemo(() => {
    if (store === undefined && tools === undefined && detail === undefined && rules === undefined) return outer;
    const { source } = outer;
    const registry = tools === undefined ? undefined : createToolRegistry(tools);
    return createToolManners({
      getTool: (name) => registry?.get(name) ?? store?.getState().getTool(name) ?? source.getTool?.(name),
      detail: detail ?? source.detail,
      redact: [...(source.redact ?? []), ...(rules ?? [])],
    });
  }, [outer, store, tools, detail, rules]);
}

/** Rules that an app writes anew with each render stay the same ones. */
function useSameRules(rules: readonly RedactRule[] | undefined): readonly RedactRule[] | undefined {
  const [kept, setKept] = useState(rules);
  if (kept === rules || areSameRules(kept, rules)) return kept;
  setKept(rules);
  return rules;
}
