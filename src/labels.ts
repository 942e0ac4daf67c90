import { createPlural, type PluralForms } from "./stream/plural.js";

/** Every word that a person reads. An app replaces any of them; functions where the words depend on values. */

export { createPlural, type PluralForms };

/** What went wrong with a call, as its line says it. */
export type CallFailure = "unavailable" | "invalid" | "failed";

/** Why a file cannot be sent along. */
export type FileProblem = "type" | "size" | "count" | "unreadable";

export interface Labels {
  /** BCP 47, such as `en` or `pt-BR`: for plurals, numbers and lists that an app's own words are put into. */
  readonly locale: string;

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
  readonly suggestions: string;

  // Files
  readonly attach: string;
  readonly attached: string;
  readonly dropFiles: string;
  readonly readingFile: (name: string) => string;
  readonly removeFile: (name: string) => string;
  /** @param kind  the first half of a media type, such as `image`: files of all its types */
  readonly fileKind: (kind: string) => string;
  /** @param limit  what would have been taken: a size such as `10.0MB`, a count, or types; empty when there is none to tell */
  readonly fileProblem: (problem: FileProblem, name: string, limit: string) => string;
  /** A file without a name. */
  readonly file: string;
  /** @param name  may be empty */
  readonly audio: (name: string) => string;
  readonly files: string;
  readonly saveFile: (name: string) => string;

  // What may be done with a message
  readonly copy: string;
  readonly copyWithTools: string;
  readonly copyAsJson: string;
  readonly copyCode: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly regenerate: string;
  readonly edit: string;
  readonly editedMessage: string;

  // Reasoning and sources
  /** @param seconds  whole ones; undefined when the time is not known */
  readonly thought: (seconds: number | undefined) => string;
  readonly sources: (count: number) => string;
  readonly toolCalls: (count: number) => string;

  // Activity, on the folded line
  readonly thinking: string;
  readonly writingCall: string;
  readonly runningTool: (name: string) => string;
  readonly awaitingApproval: (name: string) => string;
  readonly usedTools: (count: number) => string;
  readonly failedCount: (count: number) => string;
  readonly stoppedCount: (count: number) => string;
  readonly deniedCount: (count: number) => string;
  /** Calls whose approval nobody gave or refused in time. */
  readonly unansweredCount: (count: number) => string;

  // What one call came to
  /** @param message  the result's own message; undefined when it has none */
  readonly executedTool: (name: string, message: string | undefined) => string;
  readonly callFailure: (name: string, failure: CallFailure) => string;
  readonly stoppedTool: (name: string) => string;
  readonly deniedTool: (name: string) => string;
  readonly unansweredTool: (name: string) => string;
  /** A call's state, for those who cannot see its glyph. */
  readonly callState: Readonly<Record<"writing" | "running" | "waiting" | "done" | "error" | "stopped", string>>;
  readonly resultOf: (name: string) => string;
  readonly progressOf: (name: string) => string;
  /** @param share  from 0 to 1 */
  readonly share: (share: number) => string;
  /** How long a call took. */
  readonly duration: (seconds: number) => string;
  /** How long a call has been running, in whole seconds. */
  readonly elapsed: (seconds: number) => string;

  // A call that failed
  readonly runAgain: string;
  /** Said before a tool that may have done its work runs once more. */
  readonly mayHaveRun: (name: string) => string;
  readonly runAnyway: string;

  // A call that waits for a person
  readonly waitingCalls: (count: number) => string;
  readonly approvalQuestion: (name: string) => string;
  readonly repeatedCall: (name: string) => string;
  readonly interruptedByReload: (name: string) => string;
  /** @param reason  as the back end gave it */
  readonly reasonGiven: (reason: string) => string;
  readonly timeLeft: (seconds: number) => string;
  readonly approvalOver: string;
  readonly argumentsOf: (name: string) => string;
  readonly noArguments: string;
  readonly allowOnce: string;
  readonly allowAlways: (name: string) => string;
  readonly allowAll: string;
  readonly deny: string;
  readonly denyAll: string;
  readonly denyWithReason: string;
  readonly denialReason: string;
  readonly cancel: string;

  // Its arguments, to be changed
  readonly editArguments: string;
  readonly editAsJson: string;
  readonly allowEdited: string;
  readonly argumentsAsJson: string;
  readonly optional: string;
  readonly oneItemALine: string;
  /** A choice that is left out. */
  readonly notSet: string;
  readonly truth: Readonly<Record<"true" | "false", string>>;
  readonly fieldFault: Readonly<Record<"not-a-number" | "not-a-whole-number", string>>;
  /** @param detail  what the JSON parser says */
  readonly notJson: (detail: string) => string;

  // A turn that rests though the model was not done
  readonly paused: (steps: number) => string;
  readonly goOn: string;

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
  /** @param key  what goes to it, such as `Alt+A` */
  readonly announceApproval: (name: string, key: string) => string;
  /** @param answer  the answer's text, for apps that want it read out */
  readonly announceAnswer: (answer: string) => string;
  readonly announceStopped: string;
}

const failures: Readonly<Record<CallFailure, (name: string) => string>> = {
  unavailable: (name) => `❌ Tool ${name} not available`,
  invalid: () => "❌ Invalid tool call format",
  failed: () => "❌ Error processing tool call",
};

const percent = new Intl.NumberFormat("en", { style: "percent" });

/** `1:05`. */
function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function elapsed(seconds: number): string {
  return seconds < 59.5 ? `${Math.round(seconds)} s` : clock(seconds);
}

const fileKinds = new Map([
  ["image", "pictures"],
  ["text", "text"],
  ["audio", "sound"],
  ["video", "video"],
]);

const fileProblems: Readonly<Record<FileProblem, (name: string, limit: string) => string>> = {
  type: (name, limit) => `${name} cannot be attached. Files may be: ${limit}.`,
  size: (name, limit) => `${name} is too large. A file may have ${limit} at most.`,
  count: (name, limit) => `${name} is one too many. There may be ${limit} files at most.`,
  unreadable: (name) => `${name} could not be read.`,
};

/** English. */
export const labels: Labels = {
  locale: "en",

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
  suggestions: "Suggestions",

  attach: "Attach files",
  attached: "Attached files",
  dropFiles: "Drop files to attach them",
  readingFile: (name) => `Reading ${name}`,
  removeFile: (name) => `Remove ${name}`,
  fileKind: (kind) => fileKinds.get(kind) ?? kind,
  fileProblem: (problem, name, limit) => fileProblems[problem](name, limit),
  file: "File",
  audio: (name) => (name === "" ? "Audio" : `Audio: ${name}`),
  files: "Files",
  saveFile: (name) => `Save ${name}`,

  copy: "Copy",
  copyWithTools: "Copy with tools",
  copyAsJson: "Copy as JSON",
  copyCode: "Copy code",
  copied: "Copied",
  copyFailed: "Could not copy. Select the text and copy it yourself.",
  regenerate: "Answer again",
  edit: "Edit",
  editedMessage: "Edited message",

  thought: (seconds) => (seconds === undefined ? "Thought" : `Thought for ${seconds} s`),
  sources: createPlural("en", { one: "# source", other: "# sources" }),
  toolCalls: createPlural("en", { one: "🔧 # tool call", other: "🔧 # tool calls" }),

  thinking: "Thinking…",
  writingCall: "🔧 Waiting for tool call completion...",
  runningTool: (name) => `🔧 Executing tool: ${name}...`,
  awaitingApproval: (name) => `Waiting for approval: ${name}`,
  usedTools: createPlural("en", { one: "Used # tool", other: "Used # tools" }),
  failedCount: createPlural("en", { other: "# failed" }),
  stoppedCount: createPlural("en", { other: "# stopped" }),
  deniedCount: createPlural("en", { other: "# denied" }),
  unansweredCount: createPlural("en", { other: "# not answered in time" }),

  executedTool: (name, message) => (message === undefined ? `🔧 Executed ${name}` : `🔧 Executed ${name}: ${message}`),
  callFailure: (name, failure) => failures[failure](name),
  stoppedTool: (name) => `Stopped ${name}`,
  deniedTool: (name) => `Denied ${name}`,
  unansweredTool: (name) => `Nobody answered in time: ${name}`,
  callState: {
    writing: "Being written",
    running: "Running",
    waiting: "Waiting for approval",
    done: "Done",
    error: "Failed",
    stopped: "Stopped",
  },
  resultOf: (name) => `Result of ${name}`,
  progressOf: (name) => `Progress of ${name}`,
  share: (share) => percent.format(share),
  duration: (seconds) => (seconds < 10 ? `${seconds.toFixed(1)} s` : elapsed(seconds)),
  elapsed,

  runAgain: "Run again",
  mayHaveRun: (name) => `${name} may already have run, and done what it was to do. Running it again may do it twice.`,
  runAnyway: "Run it again anyway",

  waitingCalls: createPlural("en", { one: "# call waits for your answer", other: "# calls wait for your answer" }),
  approvalQuestion: (name) => `Allow ${name}?`,
  repeatedCall: (name) =>
    `The assistant calls ${name} with the same arguments again and again. It may be going round in circles.`,
  interruptedByReload: (name) => `The page went away while ${name} was at work. It may already have run.`,
  reasonGiven: (reason) => `Reason given: ${reason}`,
  timeLeft: (seconds) => `${clock(seconds)} left`,
  approvalOver: "The time to answer is over.",
  argumentsOf: (name) => `Arguments of ${name}`,
  noArguments: "Without arguments.",
  allowOnce: "Allow once",
  allowAlways: (name) => `Always allow ${name}`,
  allowAll: "Allow all",
  deny: "Deny",
  denyAll: "Deny all",
  denyWithReason: "Deny with a reason",
  denialReason: "Why not? The assistant is told; you may leave it empty.",
  cancel: "Cancel",

  editArguments: "Edit arguments",
  editAsJson: "Edit as JSON",
  allowEdited: "Allow with these arguments",
  argumentsAsJson: "Arguments, as JSON",
  optional: "optional",
  oneItemALine: "One item a line",
  notSet: "Not set",
  truth: { true: "Yes", false: "No" },
  fieldFault: { "not-a-number": "This is not a number.", "not-a-whole-number": "This is not a whole number." },
  notJson: (detail) => `This is not valid JSON: ${detail}`,

  paused: createPlural("en", {
    one: "Paused: the assistant has taken # step, which is as many as it may take at once.",
    other: "Paused: the assistant has taken # steps, which is as many as it may take at once.",
  }),
  goOn: "Continue",

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
  announceApproval: (name, key) => `Approval needed: ${name}. ${key} goes to it.`,
  announceAnswer: () => "Answer ready",
  announceStopped: "Stopped",
};
