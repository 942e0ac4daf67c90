import type { ChatRequest, Connector } from "../../src/connectors/connector.js";
import type { StreamEvent } from "../../src/stream/events.js";

/** What the server does when an answer that was cut off is asked for again. */
export type ResumeMode = "nothing" | "from the start" | "where it was cut";

/** One answer as it goes out: events are put in from outside, one at a time. */
class Line {
  readonly #told: StreamEvent[];
  readonly #waiting: StreamEvent[] = [];
  #wake: () => void = () => {};
  #end: "open" | "closed" | "broken" = "open";

  /** @param told  takes down what goes out */
  constructor(told: StreamEvent[]) {
    this.#told = told;
  }

  get isOpen(): boolean {
    return this.#end === "open";
  }

  get isBehind(): boolean {
    return this.#waiting.length > 0;
  }

  put(...events: StreamEvent[]): void {
    this.#waiting.push(...events);
    this.#wake();
  }

  close(how: "closed" | "broken" = "closed"): void {
    this.#end = how;
    this.#wake();
  }

  async *events(): AsyncGenerator<StreamEvent> {
    for (;;) {
      const event = this.#waiting.shift();
      if (event !== undefined) {
        this.#told.push(event);
        yield event;
      } else if (this.#end === "broken") throw new Error("the line broke");
      else if (this.#end === "closed") return;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}

/** A back end in the hand of a test: it remembers its requests, and says what it is told to. */
export class ScriptedServer {
  readonly requests: ChatRequest[] = [];
  resumeMode: ResumeMode = "nothing";
  #line: Line | undefined;
  /** What the last answer told so far, also in pieces. */
  #told: StreamEvent[] = [];
  #isResuming = false;
  /** What each new answer begins with. */
  script: (request: ChatRequest) => readonly StreamEvent[] | "leave open" = () => "leave open";

  readonly connector: Connector = {
    name: "scripted",
    encode: () => new Request("https://testing.invalid/"),
    resume: () => {
      this.#isResuming = true;
      return new Request("https://testing.invalid/");
    },
    fetch: () => Promise.resolve(new Response("")),
    decode: (_body, _response, request) => this.#answer(request).events(),
  };

  /** The stream that is open, if one is. */
  get isStreaming(): boolean {
    return this.#line?.isOpen === true;
  }

  /** The last answer said something. */
  get hasTold(): boolean {
    return this.#told.some(isNews);
  }

  /** The last answer took a step back. */
  get hasTakenBack(): boolean {
    return this.#told.some((event) => event.type === "reset-step");
  }

  /** Something was put in that has not gone out yet. */
  get isBehind(): boolean {
    return this.#line?.isBehind === true;
  }

  put(...events: StreamEvent[]): void {
    this.#line?.put(...events);
  }

  close(how?: "closed" | "broken"): void {
    this.#line?.close(how);
  }

  #answer(request: ChatRequest): Line {
    const isAgain = this.#isResuming;
    this.#isResuming = false;
    const before = this.#told;
    if (!isAgain || this.resumeMode === "from the start") this.#told = [];
    const line = new Line(this.#told);
    this.#line = line;
    if (isAgain) {
      if (this.resumeMode === "from the start") line.put({ type: "start" }, ...before.filter(isNews));
      if (this.resumeMode === "nothing") line.close();
      return line;
    }
    this.requests.push(request);
    const events = this.script(request);
    if (events !== "leave open") {
      line.put(...events);
      line.close();
    }
    return line;
  }
}

/** An answer that is told again is told without the end that it came to. */
function isNews(event: StreamEvent): boolean {
  return event.type !== "start" && event.type !== "error" && event.type !== "finish";
}
