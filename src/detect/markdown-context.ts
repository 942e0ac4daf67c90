const LINE_BREAK = 10;
const BACKTICK = 96;
const TILDE = 126;
const QUOTE = 62;

/** How far into its line the text stands: nothing but white space; quote and list signs too; ordinary text. */
type LinePlace = "blank" | "prefix" | "middle";

interface Fence {
  readonly code: number;
  readonly length: number;
  /** Opened inside a quote, and closed where the quote ends. */
  readonly isQuoted: boolean;
}

interface Snapshot {
  line: LinePlace;
  isQuoted: boolean;
  fence: Fence | undefined;
  isInfo: boolean;
  isClosing: boolean;
  span: number;
  run: number;
  runCode: number;
  runMayFence: boolean;
}

/**
 * Knows whether the text stands in fenced code or in a code span, one character after the other.
 *
 * A span is only a guess until its closing backticks come: `isSpanOpen` says that the guess stands, `spansClosed` counts
 * how often one proved true. An empty line ends the paragraph, and the guess with it. Source: CommonMark 0.31, §4.5, §6.1.
 */
export class MarkdownContext {
  spansClosed = 0;
  #state: Snapshot = {
    line: "blank",
    isQuoted: false,
    fence: undefined,
    isInfo: false,
    isClosing: false,
    span: 0,
    run: 0,
    runCode: 0,
    runMayFence: false,
  };

  get isFenced(): boolean {
    return this.#state.fence !== undefined;
  }

  get isSpanOpen(): boolean {
    return this.#state.span > 0;
  }

  get isLineBlank(): boolean {
    return this.#state.line === "blank";
  }

  /** In the middle of ordinary text: `read` of an ordinary character would change nothing. */
  get isIdle(): boolean {
    const state = this.#state;
    return state.line === "middle" && state.fence === undefined && state.run === 0;
  }

  /** Where the text can be taken up again with the open span known to be none. */
  saveWithoutSpan(): Snapshot {
    return { ...this.#state, span: 0 };
  }

  restore(snapshot: Snapshot): void {
    this.#state = { ...snapshot };
  }

  /** A call stood here: what follows is a text of its own, and begins with a line. */
  skipCall(): void {
    this.#state.run = 0;
    this.#state.span = 0;
    this.#state.line = "blank";
    this.#state.isQuoted = false;
  }

  read(code: number): void {
    const state = this.#state;
    if (state.run > 0 && code === state.runCode) {
      state.run += 1;
      return;
    }
    this.settle(code);
    if (state.fence !== undefined) this.#readFenced(code, state.fence);
    else this.#readText(code);
  }

  /** Ends a run of backticks or tildes unless `code` goes on with it. */
  settle(code: number): void {
    const state = this.#state;
    if (state.run > 0 && code !== state.runCode) this.#endRun();
  }

  #endRun(): void {
    const state = this.#state;
    const { run, runCode } = state;
    if (run === 0) return;
    state.run = 0;
    if (state.fence !== undefined) {
      if (run >= state.fence.length) state.isClosing = true;
      else state.line = "middle";
    } else if (run >= 3 && state.runMayFence) {
      state.fence = { code: runCode, length: run, isQuoted: state.isQuoted };
      state.isInfo = true;
      state.span = 0;
    } else {
      state.line = "middle";
      if (runCode === BACKTICK) this.#span(run);
    }
  }

  #span(run: number): void {
    const state = this.#state;
    if (state.span === 0) state.span = run;
    else if (state.span === run) {
      state.span = 0;
      this.spansClosed += 1;
    }
  }

  #beginRun(code: number, mayFence: boolean): void {
    this.#state.run = 1;
    this.#state.runCode = code;
    this.#state.runMayFence = mayFence;
  }

  #readText(code: number): void {
    const state = this.#state;
    if (code === LINE_BREAK) {
      if (state.line === "blank") state.span = 0;
      state.line = "blank";
      state.isQuoted = false;
    } else if (code === BACKTICK || (code === TILDE && state.line !== "middle")) {
      this.#beginRun(code, state.line !== "middle");
    } else if (state.line !== "middle" && !isBlank(code)) {
      if (code === QUOTE) state.isQuoted = true;
      state.line = isContainerSign(code) ? "prefix" : "middle";
    }
  }

  #readFenced(code: number, fence: Fence): void {
    const state = this.#state;
    if (state.isInfo) {
      if (code === LINE_BREAK) this.#nextFencedLine();
      else if (code === BACKTICK && fence.code === BACKTICK) {
        // Backticks behind the opening ones: it was a code span all along.
        state.fence = undefined;
        state.isInfo = false;
        state.line = "middle";
        state.span = fence.length;
        this.#beginRun(code, false);
      }
    } else if (code === LINE_BREAK) {
      if (state.isClosing) state.fence = undefined;
      this.#nextFencedLine();
    } else if (!isBlank(code)) {
      this.#readFencedSign(code, fence);
    }
  }

  #readFencedSign(code: number, fence: Fence): void {
    const state = this.#state;
    if (state.isClosing) {
      state.isClosing = false;
      state.line = "middle";
    } else if (state.line === "blank" && fence.isQuoted && code !== QUOTE) {
      state.fence = undefined;
      this.#readText(code);
    } else if (state.line !== "middle" && code === fence.code) {
      this.#beginRun(code, false);
    } else if (state.line !== "middle") {
      state.line = code === QUOTE ? "prefix" : "middle";
    }
  }

  #nextFencedLine(): void {
    this.#state.isInfo = false;
    this.#state.isClosing = false;
    this.#state.line = "blank";
    this.#state.isQuoted = false;
  }
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 13;
}

/** Signs that open a quote or a list item: `>`, `-`, `*`, `+`, `1.`, `1)`. */
function isContainerSign(code: number): boolean {
  return (
    code === QUOTE ||
    code === 45 ||
    code === 42 ||
    code === 43 ||
    code === 46 ||
    code === 41 ||
    (code >= 48 && code <= 57)
  );
}
