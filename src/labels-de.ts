import { type CallFailure, createPlural, type FileProblem, type Labels } from "./labels.js";

const failures: Readonly<Record<CallFailure, (name: string) => string>> = {
  unavailable: (name) => `❌ Werkzeug ${name} ist nicht verfügbar`,
  invalid: () => "❌ Ungültiger Werkzeugaufruf",
  failed: () => "❌ Fehler beim Werkzeugaufruf",
};

const fileKinds = new Map([
  ["image", "Bilder"],
  ["text", "Text"],
  ["audio", "Ton"],
  ["video", "Video"],
]);

const fileProblems: Readonly<Record<FileProblem, (name: string, limit: string) => string>> = {
  type: (name, limit) => `${name} kann nicht angehängt werden. Erlaubt sind: ${limit}.`,
  size: (name, limit) => `${name} ist zu groß. Eine Datei darf höchstens ${limit} haben.`,
  count: (name, limit) => `${name} ist eine Datei zu viel. Es dürfen höchstens ${limit} sein.`,
  unreadable: (name) => `${name} konnte nicht gelesen werden.`,
};

const percent = new Intl.NumberFormat("de", { style: "percent" });
const tenths = new Intl.NumberFormat("de", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** `1:05`. */
function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function elapsed(seconds: number): string {
  return seconds < 59.5 ? `${Math.round(seconds)} s` : clock(seconds);
}

/** German. */
export const germanLabels: Labels = {
  locale: "de",

  chat: "Chat",
  conversation: "Unterhaltung",
  you: "Du",
  assistant: "Assistent",
  jumpToLatest: "Zum Neuesten springen",

  message: "Nachricht",
  placeholder: "Frag etwas",
  send: "Senden",
  stop: "Anhalten",
  retry: "Erneut versuchen",
  error: (message) => message || "Etwas ist schiefgegangen. Was du siehst, bleibt erhalten.",
  suggestions: "Vorschläge",

  attach: "Dateien anhängen",
  attached: "Angehängte Dateien",
  dropFiles: "Dateien hier ablegen, um sie anzuhängen",
  readingFile: (name) => `${name} wird gelesen`,
  removeFile: (name) => `${name} entfernen`,
  fileKind: (kind) => fileKinds.get(kind) ?? kind,
  fileProblem: (problem, name, limit) => fileProblems[problem](name, limit),
  file: "Datei",
  audio: (name) => (name === "" ? "Tondatei" : `Tondatei: ${name}`),
  files: "Dateien",
  saveFile: (name) => `${name} speichern`,

  copy: "Kopieren",
  copyWithTools: "Mit Werkzeugen kopieren",
  copyAsJson: "Als JSON kopieren",
  copyCode: "Code kopieren",
  copied: "Kopiert",
  copyFailed: "Kopieren nicht möglich. Markiere den Text und kopiere ihn selbst.",
  regenerate: "Neu antworten",
  edit: "Bearbeiten",
  editedMessage: "Bearbeitete Nachricht",

  thought: (seconds) => (seconds === undefined ? "Nachgedacht" : `${seconds} s nachgedacht`),
  sources: createPlural("de", { one: "# Quelle", other: "# Quellen" }),
  toolCalls: createPlural("de", { one: "🔧 # Werkzeugaufruf", other: "🔧 # Werkzeugaufrufe" }),

  thinking: "Denkt nach …",
  writingCall: "🔧 Werkzeugaufruf wird geschrieben …",
  runningTool: (name) => `🔧 Werkzeug läuft: ${name} …`,
  awaitingApproval: (name) => `Wartet auf Erlaubnis: ${name}`,
  usedTools: createPlural("de", { one: "# Werkzeug benutzt", other: "# Werkzeuge benutzt" }),
  failedCount: createPlural("de", { other: "# fehlgeschlagen" }),
  stoppedCount: createPlural("de", { other: "# angehalten" }),
  deniedCount: createPlural("de", { other: "# abgelehnt" }),
  unansweredCount: createPlural("de", { other: "# nicht rechtzeitig beantwortet" }),

  executedTool: (name, message) =>
    message === undefined ? `🔧 ${name} ausgeführt` : `🔧 ${name} ausgeführt: ${message}`,
  callFailure: (name, failure) => failures[failure](name),
  stoppedTool: (name) => `${name} angehalten`,
  deniedTool: (name) => `${name} abgelehnt`,
  unansweredTool: (name) => `Niemand hat rechtzeitig geantwortet: ${name}`,
  callState: {
    writing: "Wird geschrieben",
    running: "Läuft",
    waiting: "Wartet auf Erlaubnis",
    done: "Fertig",
    error: "Fehlgeschlagen",
    stopped: "Angehalten",
  },
  resultOf: (name) => `Ergebnis von ${name}`,
  progressOf: (name) => `Fortschritt von ${name}`,
  share: (share) => percent.format(share),
  duration: (seconds) => (seconds < 10 ? `${tenths.format(seconds)} s` : elapsed(seconds)),
  elapsed,

  runAgain: "Noch einmal ausführen",
  mayHaveRun: (name) =>
    `${name} lief vielleicht schon und hat getan, was es tun sollte. Noch einmal ausgeführt, tut es das vielleicht doppelt.`,
  runAnyway: "Trotzdem noch einmal ausführen",

  waitingCalls: createPlural("de", {
    one: "# Aufruf wartet auf deine Antwort",
    other: "# Aufrufe warten auf deine Antwort",
  }),
  approvalQuestion: (name) => `${name} erlauben?`,
  repeatedCall: (name) =>
    `Der Assistent ruft ${name} immer wieder mit denselben Angaben auf. Er dreht sich vielleicht im Kreis.`,
  interruptedByReload: (name) =>
    `Die Seite wurde verlassen, während ${name} lief. Es wurde vielleicht schon ausgeführt.`,
  reasonGiven: (reason) => `Angegebener Grund: ${reason}`,
  timeLeft: (seconds) => `noch ${clock(seconds)}`,
  approvalOver: "Die Zeit zum Antworten ist vorbei.",
  argumentsOf: (name) => `Angaben für ${name}`,
  noArguments: "Ohne Angaben.",
  allowOnce: "Einmal erlauben",
  allowAlways: (name) => `${name} immer erlauben`,
  allowAll: "Alle erlauben",
  deny: "Ablehnen",
  denyAll: "Alle ablehnen",
  denyWithReason: "Mit Grund ablehnen",
  denialReason: "Warum nicht? Der Assistent erfährt es; das Feld darf leer bleiben.",
  cancel: "Abbrechen",

  editArguments: "Angaben ändern",
  editAsJson: "Als JSON ändern",
  allowEdited: "Mit diesen Angaben erlauben",
  argumentsAsJson: "Angaben als JSON",
  optional: "freiwillig",
  oneItemALine: "Ein Eintrag je Zeile",
  notSet: "Nicht gesetzt",
  truth: { true: "Ja", false: "Nein" },
  fieldFault: { "not-a-number": "Das ist keine Zahl.", "not-a-whole-number": "Das ist keine ganze Zahl." },
  notJson: (detail) => `Das ist kein gültiges JSON: ${detail}`,

  paused: createPlural("de", {
    one: "Pause: Der Assistent hat # Schritt getan, so viele wie auf einmal erlaubt sind.",
    other: "Pause: Der Assistent hat # Schritte getan, so viele wie auf einmal erlaubt sind.",
  }),
  goOn: "Weiter",

  showMore: (rest) => (rest === "" ? "… mehr zeigen" : `… mehr zeigen (${rest})`),
  showLess: "Weniger zeigen",
  moreLines: createPlural("de", { one: "# weitere Zeile", other: "# weitere Zeilen" }),
  showDetails: "(Einzelheiten zeigen)",
  hideDetails: "(Einzelheiten verbergen)",

  code: (language) => (language === "" ? "Code" : `Code, ${language}`),
  table: "Tabelle",
  image: (alt) => (alt === "" ? "Bild" : `Bild: ${alt}`),
  openImage: (host) => `Öffnen bei ${host}`,
  taskDone: "Erledigt",
  taskOpen: "Offen",
  footnotes: "Fußnoten",
  footnote: (number) => `Fußnote ${number}`,
  backToReference: "Zurück zum Text",

  announceRunning: (name) => `${name} läuft`,
  announceDone: (name) => `${name} fertig`,
  announceFailed: (name) => `${name} fehlgeschlagen`,
  announceApproval: (name, key) => `Erlaubnis nötig: ${name}. ${key} führt dorthin.`,
  announceAnswer: () => "Antwort ist da",
  announceStopped: "Angehalten",
};
