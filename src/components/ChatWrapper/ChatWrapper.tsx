"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ChatStoreOptions, ToolResultContext } from "../../chat/options.js";
import type { CommentaryMode } from "../../chat/read-turn.js";
import type { ChatError } from "../../chat/state.js";
import { type ChatStore, createChatStore } from "../../chat/store.js";
import type { Connector, ConnectorOptions } from "../../connectors/connector.js";
import { latitude } from "../../connectors/latitude.js";
import type { RedactRule } from "../../display/redact.js";
import type { Labels } from "../../labels.js";
import type { ChatMessage } from "../../stream/message.js";
import type { ToolClient } from "../../stream/tool-clients.js";
import type { ToolDetail, Tools } from "../../tools/definition.js";
import { ChatProvider, type ChatProviderProps } from "../ChatProvider/ChatProvider.js";
import type { ToolLayout } from "../ChatProvider/chat-context.js";
import type { ChatSlots } from "../ChatProvider/chat-slots.js";
import { useChatStore } from "../ChatProvider/use-chat-store.js";
import { useLabels } from "../ChatProvider/use-labels.js";
import { Composer } from "../Composer/Composer.js";
import type { FileRules } from "../Composer/file-rules.js";
import type { Suggestion } from "../EmptyState/EmptyState.js";
import { MessageList } from "../MessageList/MessageList.js";
import { Slot } from "../Slot/Slot.js";
import type { ToolRenderers } from "../ToolCard/tool-card.js";
import { createOptionsBox } from "./options-box.js";
import { declareTools } from "./tool-declarations.js";

export interface ChatConfig {
  /** Where requests go, without a `connector`. @default "/api/chat" */
  url?: string | undefined;
  headers?: ConnectorOptions["headers"];
  /** The Latitude prompt that answers. @default "briefPlanner" */
  promptPath?: string | undefined;
  todos?: unknown;
  briefs?: unknown;
  media?: unknown;
  /** @default "auto" */
  followUp?: "auto" | "manual" | undefined;
  /** Model calls in one turn at most. @default 10 */
  maxSteps?: number | undefined;
  /** A request for approval that nobody answers ends after so long. @default never */
  approvalTimeoutMs?: number | undefined;
  /** How calls are found in text. @default defaultSyntaxes; `[]` turns detection off */
  syntaxes?: ChatStoreOptions["syntaxes"];
  /** The provider, for syntaxes that differ by it. */
  provider?: string | undefined;
  /** How much of a call is shown; a tool's own `detail` goes before it. @default "full" */
  detail?: ToolDetail | undefined;
  /** Keys whose values are never shown, copied or exported, beside `defaultRedactRules`. @default none */
  redact?: readonly RedactRule[] | undefined;
  /** Called once for every call that ran here and ended. */
  onToolResult?: ((toolName: string, result: unknown, context: ToolResultContext) => unknown) | undefined;
  onError?: ((error: ChatError) => void) | undefined;
  onFinish?: ((message: ChatMessage) => void) | undefined;
}

export interface ChatWrapperProps {
  /** @default {} */
  config?: ChatConfig | undefined;
  /** What the model may call here: definitions, or plain functions by name. @default none */
  tools?: Tools | undefined;
  /** What the model is told of plain functions, as Latitude declares tools. @default made from `tools` */
  toolClients?: readonly ToolClient[] | undefined;
  /** @default `latitude` with `config` */
  connector?: Connector | undefined;
  /** A store that the app made; `config` (but `detail` and `redact`), `tools`, `toolClients` and `connector` are then its own. @default made here */
  store?: ChatStore | undefined;
  /** Words that replace the default ones. @default English */
  labels?: Partial<Labels> | undefined;
  /** @default the label `placeholder` */
  placeholder?: string | undefined;
  /** What could be asked, while there is no message. @default nothing */
  suggestions?: readonly Suggestion[] | undefined;
  /** Files may be sent along, within these rules; the back end must be able to read them. @default false */
  attachments?: boolean | FileRules | undefined;
  /** Where calls stand: on one line a message, or in blocks between its words. @default "widget" */
  toolLayout?: ToolLayout | undefined;
  /** Where the words that lead to a call are shown. @default "auto" in the layout "widget", "inline" in "groups" */
  commentary?: CommentaryMode | undefined;
  /** Characters (UTF-16) of such words at most, in `auto`. @default 400 */
  commentaryMax?: number | undefined;
  /** Cards that draw the calls of one tool each: `{ getWeather: WeatherCard }`. @default none */
  toolRenderers?: ToolRenderers | undefined;
  /** Components in the place of the kit's own: `{ Reasoning: MyReasoning }`. @default none */
  slots?: ChatSlots | undefined;
  /** @default as the system has it */
  theme?: "light" | "dark" | undefined;
  /** Stands before the first message. @default nothing */
  children?: ReactNode;
}

/**
 * A whole chat: the conversation, what went wrong, and where the person writes. Everything it is given may change at any
 * time, and counts from the next request or callback on. Renders a `<section>` that fills its parent.
 */
export function ChatWrapper(props: ChatWrapperProps) {
  const { store, config, tools, toolClients, connector, ...rest } = props;
  const { labels, slots, toolRenderers, toolLayout, commentary, commentaryMax, ...look } = rest;
  const setup = { config, tools, toolClients, connector };
  const { detail, redact } = config ?? {};
  const pieces = { labels, slots, toolRenderers, toolLayout, commentary, commentaryMax, detail, redact };
  return store === undefined ? (
    <OwnStore setup={setup} pieces={pieces}>
      <Panel {...look} />
    </OwnStore>
  ) : (
    <ChatProvider store={store} {...pieces}>
      <Panel {...look} />
    </ChatProvider>
  );
}

type Setup = Pick<ChatWrapperProps, "config" | "tools" | "toolClients" | "connector">;

interface OwnStoreProps {
  setup: Setup;
  pieces: Omit<ChatProviderProps, "store" | "children">;
  children: ReactNode;
}

function OwnStore({ setup, pieces, children }: OwnStoreProps) {
  const [box] = useState(() => createOptionsBox(() => toOptions(setup)));
  const [store] = useState(() => createChatStore(box.read));
  useEffect(() => box.write(() => toOptions(setup)));
  useStopWhenGone(store);
  return (
    <ChatProvider store={store} {...pieces}>
      {children}
    </ChatProvider>
  );
}

/** Ends the turn of a chat that goes away. React also unmounts what it mounts again at once: that one goes on. */
function useStopWhenGone(store: ChatStore) {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      queueMicrotask(() => {
        if (!isMounted.current) store.getState().stop();
      });
    };
  }, [store]);
}

function toOptions({ config = {}, tools, toolClients, connector }: Setup): ChatStoreOptions {
  const { url, headers, promptPath, todos, briefs, media, detail: _detail, redact: _redact, ...behaviour } = config;
  return {
    ...behaviour,
    connector: connector ?? latitude({ url, headers, promptPath, todos, briefs, media }),
    tools,
    toolDeclarations: toolClients && declareTools(tools, toolClients),
  };
}

type PanelProps = Pick<ChatWrapperProps, "placeholder" | "theme" | "suggestions" | "attachments" | "children">;

function Panel({ placeholder, theme, suggestions, attachments, children }: PanelProps) {
  const labels = useLabels();
  const status = useChatStore((state) => state.status);
  return (
    <section className="tt-chat" aria-label={labels.chat} data-state={status} data-theme={theme}>
      <MessageList suggestions={suggestions}>{children}</MessageList>
      <Slot name="Composer" own={Composer} props={{ placeholder, attachments }} />
    </section>
  );
}
