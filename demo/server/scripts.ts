import { z } from "zod";
import type { Piece, ToolLine } from "./conversation.js";
import { markdownSample } from "./markdown-sample.js";
import { say, think, transcript } from "./transcript.js";

/** Where an answer stands. */
interface Scene {
  question: string;
  /** What tools gave since the question, oldest first. */
  results: readonly ToolLine[];
  last: ToolLine | undefined;
}

export interface Script {
  /** What a person may type to get it. */
  example: string;
  hears: RegExp;
  answer: (scene: Scene) => Piece[];
}

/** Order is precedence. No script knows a number or a text of its own: what it tells of a tool came back from the tool. */
export const scripts: readonly Script[] = [
  {
    example: "What's the weather in San Francisco? Or in Oslo and Lima?",
    hears: /weather|forecast/iu,
    answer: ({ question, results }) => {
      if (results.length > 0) return say(results.map(tellWeather).join("\n\n"));
      const calls = citiesIn(question).flatMap(
        (city) => transcript`> [!tool getWeather]
> input: ${{ city }}`,
      );
      return calls.length === 0
        ? say("For which city? For example: what's the weather in San Francisco?")
        : [...say("I'll check the weather."), ...calls];
    },
  },
  {
    example: "Throw away what I wrote about sourdough (asks you first)",
    hears: /\b(?:throw away|delete)\b/iu,
    answer: ({ question, results, last }) => {
      if (last === undefined) {
        return transcript`I'll see which notes that are.

> [!tool searchNotes]
> input: ${{ query: topicOf(question).replace(/\s*\(.*$/u, "") }}`;
      }
      if (last.toolName === "deleteNote") return say(results.flatMap(tellDeleted).join("\n"));
      const { notes } = readResult(foundNotes, last) ?? { notes: [] };
      if (notes.length === 0) return say("No note fits, so there is nothing to throw away.");
      return [
        ...say(notes.length === 1 ? "One note fits." : `${notes.length} notes fit.`),
        ...notes.flatMap(
          ({ id }) => transcript`> [!tool deleteNote]
> input: ${{ id, keepCopy: true }}`,
        ),
      ];
    },
  },
  {
    example: "What do my notes say about sourdough?",
    hears: /\bnotes?\b/iu,
    answer: ({ question, results, last }) => {
      if (last === undefined) {
        return transcript`Let me look through your notes.

> [!tool searchNotes]
> input: ${{ query: topicOf(question) }}`;
      }
      if (last.toolName !== "searchNotes" || last.isError) return say(results.flatMap(tellNote).join("\n\n"));
      const { notes } = readResult(foundNotes, last) ?? { notes: [] };
      if (notes.length === 0) return say(`None of your notes mention ${topicOf(question)}.`);
      return [
        ...think(
          `The search names ${notes.length} of them by their titles, and the titles do not say it. I have to read.`,
        ),
        ...say(notes.length === 1 ? "One note fits. I'll read it." : `${notes.length} notes fit. I'll read them all.`),
        ...notes.flatMap(
          ({ id }) => transcript`> [!tool readNote]
> input: ${{ id }}`,
        ),
      ];
    },
  },
  {
    example: "Run `npm test`",
    hears: /^run\b/iu,
    answer: ({ question, last }) => {
      const command = question.match(/`([^`]+)`/u)?.[1] ?? question.replace(/^run\s+/iu, "");
      if (last === undefined) {
        return transcript`I'll run it in your pretend shell.

> [!tool runShell]
> input: ${{ command }}`;
      }
      const output = readResult(z.string(), last)?.split("\n");
      if (output === undefined) return say(tellFailure(last));
      const [said = "", code = ""] = output.slice(-2);
      return say(`The command wrote ${output.length} lines and ended with **${code}**. Before that it said:

\`\`\`text
${said}
\`\`\``);
    },
  },
  {
    example: "Count the stars in Orion (slow: watch its progress, or stop it)",
    hears: /\bstars?\b/iu,
    answer: ({ question, last }) => {
      if (last === undefined) {
        return transcript`This takes a while. You can stop me at any time.

> [!tool countStars]
> input: ${{ constellation: question.match(/\bin\s+([\p{L} ]+)/iu)?.[1]?.trim() ?? "Orion" }}`;
      }
      const count = readResult(starCount, last);
      return say(
        count === undefined ? tellFailure(last) : `I counted **${count.stars}** stars in ${count.constellation}.`,
      );
    },
  },
  {
    example: "Send an email to Ada (this tool fails)",
    hears: /\be-?mail\b/iu,
    answer: ({ question, last }) => {
      if (last !== undefined) return say(tellFailure(last));
      return transcript`I'll write to them.

> [!tool sendEmail]
> input: ${{ to: question.match(/\bto\s+([\p{L}.@-]+)/iu)?.[1] ?? "Ada", subject: "Hello" }}`;
    },
  },
  {
    example: "Launch the rocket (there is no such tool)",
    hears: /\brocket\b/iu,
    answer: ({ last }) => {
      if (last !== undefined) return say(`${tellFailure(last)} So the rocket stays where it is.`);
      return transcript`Starting the countdown.

> [!tool launchRocket]
> input: ${{ countdown: 10 }}`;
    },
  },
  { example: "Show me some Markdown", hears: /markdown/iu, answer: () => say(markdownSample) },
  {
    example: "Hello!",
    hears: /^(?:hi|hello|hey|good (?:morning|day|evening))\b/iu,
    answer: () =>
      say("Hello! I can check the weather, read your notes and a few things more. Ask *help* for the list."),
  },
];

// What is asked for

function citiesIn(question: string): string[] {
  const named = question.match(/\b(?:in|for|at)\s+(.+)$/iu)?.[1] ?? "";
  const words = named.split(/,|&|[?!.;]|\b(?:and|or|in|for|today|tomorrow|now)\b/iu).map((word) => word.trim());
  const cities = words.filter((word) => /^\p{Lu}/u.test(word));
  return [...new Set(cities.length > 0 ? cities : words.filter((word) => word !== ""))].slice(0, 5);
}

function topicOf(question: string): string {
  return (question.match(/\b(?:about|on|for|mention)\s+(.+)$/iu)?.[1] ?? question).replace(/[?!.\s]+$/u, "");
}

// What came back

const weather = z.object({
  city: z.string(),
  temperatureC: z.number(),
  windKmh: z.number(),
  windFrom: z.string(),
  humidityPercent: z.number(),
  sky: z.string(),
});
const foundNotes = z.object({ notes: z.array(z.object({ id: z.string() })).max(10) });
const note = z.object({ title: z.string(), text: z.string() });
const deletedNote = z.object({ title: z.string() });
const starCount = z.object({ constellation: z.string(), stars: z.number() });

/** Undefined for a failed call, and for a result of another shape. */
function readResult<Result>(schema: z.ZodType<Result>, { result, isError }: ToolLine): Result | undefined {
  return isError ? undefined : schema.safeParse(result).data;
}

function tellWeather(line: ToolLine): string {
  const now = readResult(weather, line);
  if (now === undefined) return tellFailure(line);
  return `**${now.city}:** ${now.temperatureC} °C, ${now.sky}. The wind blows at ${now.windKmh} km/h from the ${now.windFrom}, and the air holds ${now.humidityPercent} % humidity.`;
}

function tellDeleted(line: ToolLine): string[] {
  if (line.toolName !== "deleteNote") return [];
  const gone = readResult(deletedNote, line);
  return [gone === undefined ? `- ${tellFailure(line)}` : `- **${gone.title}** is gone.`];
}

function tellNote(line: ToolLine): string[] {
  if (line.toolName === "searchNotes" && !line.isError) return [];
  const read = readResult(note, line);
  if (read === undefined) return [tellFailure(line)];
  return [`**${read.title}**\n\n${read.text.replace(/^/gmu, "> ")}`];
}

function tellFailure({ toolName, result, isError }: ToolLine): string {
  const words = typeof result === "string" ? result : JSON.stringify(result);
  return isError
    ? `\`${toolName}\` did not work. It says: *${words.replace(/[.\s]+$/u, "")}*.`
    : `\`${toolName}\` answered something that I cannot read: ${words}`;
}
