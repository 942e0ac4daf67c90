/** What the samples of wire formats say, and what the conversations beside them: each word stands for one thing. */
export const said = {
  question: "How warm is it?",
  text: "Three degrees.",
  thoughts: "Two places.",
  secret: "c2VjcmV0IHNpZ25hdHVyZQ==",
  toolName: "getWeather",
  /** Of two calls that are made at once. */
  cities: ["Oslo", "Bergen"],
  results: ["snow", "rain"],
  failure: "No GPS.",
  denial: "Not now.",
  approvalId: "p1",
  /** Base64. */
  picture: "iVBORw0KGgo=",
  source: "https://example.com/weather",
} as const;

const inputText = (city: string) => JSON.stringify({ city });

/** Each of the two calls: its id, its arguments, and these in two pieces. */
export const calls = said.cities.map((city, index) => {
  const text = inputText(city);
  return {
    index,
    id: `c${index}`,
    name: said.toolName,
    input: { city },
    text,
    pieces: [text.slice(0, 7), text.slice(7)],
  };
});

/** One call that the back end runs itself. */
export const own = {
  id: "own1",
  name: "lookUp",
  input: { place: "Vardø" },
  text: '{"place":"Vardø"}',
  result: "fog",
} as const;

/** The body of an answer for each thing; absent where the protocol has no word for it. */
export interface Wire {
  text: string;
  thoughts: string;
  signed?: string;
  /** Both calls, their arguments in pieces where the protocol has pieces. */
  calls: string;
  /** The back end's own call, with its result. */
  ownCall?: string;
  ownFailure?: string;
  /** The back end asks whether it may make its own call. */
  approval?: string;
  file?: string;
  source?: string;
}

/** Server-sent events. @param event  the name of each */
export function toSse(records: readonly object[], event?: (record: object) => string): string {
  const name = (record: object) => (event === undefined ? "" : `event: ${event(record)}\n`);
  return records.map((record) => `${name(record)}data: ${JSON.stringify(record)}\n\n`).join("");
}

export function toLines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}
