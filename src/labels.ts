/** Every word that a person reads. An app replaces any of them; functions where the words depend on values. */

/** Text by plural category; `#` stands for the count. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** @param locale  BCP 47, such as `en` or `pt-BR` */
export function createPlural(locale: string, forms: PluralForms): (count: number) => string {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (count) => (forms[rules.select(count)] ?? forms.other).replaceAll("#", numbers.format(count));
}

/** What went wrong with a call, as its line says it. */
export type CallFailure = "unavailable" | "invalid" | "failed";

export interface Labels {
  // The chat
  readonly chat: string;
  readonly conversation: string;
  readonly you: string;
  readonly assistant: string;
  readonly jumpToLatest: string;

  // Composer
  readonly message: string;
  readonly placeholder: string;
  readonly send: string;
  readonly stop: string;
  readonly retry: string;
  /** @param message  the error's own words; empty when it has none */
  readonly error: (message: string) => string;

  // Activity, on the folded line
  readonly thinking: string;
  readonly writingCall: string;
  readonly runningTool: (name: string) => string;
  readonly awaitingApproval: (name: string) => string;
  readonly usedTools: (count: number) => string;
  readonly failedCount: (count: number) => string;
  readonly stoppedCount: (count: number) => string;
  readonly deniedCount: (count: number) => string;

  // What one call came to
  /** @param message  the result's own message; undefined when it has none */
  readonly executedTool: (name: string, message: string | undefined) => string;
  readonly callFailure: (name: string, failure: CallFailure) => string;
  readonly stoppedTool: (name: string) => string;
  readonly deniedTool: (name: string) => string;
  /** A call's state, for those who cannot see its glyph. */
  readonly callState: Readonly<Record<"writing" | "running" | "waiting" | "done" | "error" | "stopped", string>>;
  readonly resultOf: (name: string) => string;

  // Text that is cut
  /** @param rest  how much more there is, such as `12 more lines`; empty when it is not known */
  readonly showMore: (rest: string) => string;
  readonly showLess: string;
  readonly moreLines: (count: number) => string;
  readonly showDetails: string;
  readonly hideDetails: string;

  // Markdown
  /** @param language  empty when the fence names none */
  readonly code: (language: string) => string;
  readonly table: string;
  /** @param alt  the author's own description; may be empty */
  readonly image: (alt: string) => string;
  readonly openImage: (host: string) => string;
  readonly taskDone: string;
  readonly taskOpen: string;
  readonly footnotes: string;
  readonly footnote: (number: string) => string;
  readonly backToReference: string;

  // Spoken, never shown
  readonly announceRunning: (name: string) => string;
  readonly announceDone: (name: string) => string;
  readonly announceFailed: (name: string) => string;
  readonly announceApproval: (name: string) => string;
  /** @param answer  the answer's text, for apps that want it read out */
  readonly announceAnswer: (answer: string) => string;
  readonly announceStopped: string;
}

const failures: Readonly<Record<CallFailure, (name: string) => string>> = {
  unavailable: (name) => `❌ Tool ${name} not available`,
  invalid: () => "❌ Invalid tool call format",
  failed: () => "❌ Error processing tool call",
};

/** English. */
export const labels: Labels = {
  chat: "Chat",
  conversation: "Conversation",
  you: "You",
  assistant: "Assistant",
  jumpToLatest: "Jump to latest",

  message: "Message",
  placeholder: "Ask anything",
  send: "Send",
  stop: "Stop",
  retry: "Try again",
  error: (message) => message || "Something went wrong. What you see is kept.",

  thinking: "Thinking…",
  writingCall: "🔧 Waiting for tool call completion...",
  runningTool: (name) => `🔧 Executing tool: ${name}...`,
  awaitingApproval: (name) => `Waiting for approval: ${name}`,
  usedTools: createPlural("en", { one: "Used # tool", other: "Used # tools" }),
  failedCount: createPlural("en", { other: "# failed" }),
  stoppedCount: createPlural("en", { other: "# stopped" }),
  deniedCount: createPlural("en", { other: "# denied" }),

  executedTool: (name, message) => (message === undefined ? `🔧 Executed ${name}` : `🔧 Executed ${name}: ${message}`),
  callFailure: (name, failure) => failures[failure](name),
  stoppedTool: (name) => `Stopped ${name}`,
  deniedTool: (name) => `Denied ${name}`,
  callState: {
    writing: "Being written",
    running: "Running",
    waiting: "Waiting for approval",
    done: "Done",
    error: "Failed",
    stopped: "Stopped",
  },
  resultOf: (name) => `Result of ${name}`,

  showMore: (rest) => (rest === "" ? "… show more" : `… show more (${rest})`),
  showLess: "Show less",
  moreLines: createPlural("en", { one: "# more line", other: "# more lines" }),
  showDetails: "(show details)",
  hideDetails: "(hide details)",

  code: (language) => (language === "" ? "Code" : `Code, ${language}`),
  table: "Table",
  image: (alt) => (alt === "" ? "Image" : `Image: ${alt}`),
  openImage: (host) => `Open at ${host}`,
  taskDone: "Done",
  taskOpen: "Open",
  footnotes: "Footnotes",
  footnote: (number) => `Footnote ${number}`,
  backToReference: "Back to the text",

  announceRunning: (name) => `Running ${name}`,
  announceDone: (name) => `${name} done`,
  announceFailed: (name) => `${name} failed`,
  announceApproval: (name) => `Approval needed: ${name}`,
  announceAnswer: () => "Answer ready",
  announceStopped: "Stopped",
};
