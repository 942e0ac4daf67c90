import type { JsonSchema, ToolContext, Tools } from "tooltalk/core";
import { findNotes, getNote, removeNote } from "./notes.js";
import { pretendToRun } from "./shell.js";
import { findWeather, weatherTable } from "./weather.js";

/** Run in the browser, each at the pace of something real. */
export const tools = {
  getWeather: {
    description: "The weather in a city, now.",
    parameters: takes({ city: "The city's name, such as Oslo" }),
    execute: async ({ city }: { city: string }, { signal }: ToolContext) => {
      await wait(500, signal);
      const weather = findWeather(city);
      if (weather === undefined) {
        throw new Error(`No weather for ${city}. I know ${weatherTable.map((row) => row.city).join(", ")}.`);
      }
      return { ...weather, message: `${weather.temperatureC} °C, ${weather.sky}` };
    },
  },

  searchNotes: {
    description: "Searches the person's notes, and gives ids and titles of those that fit.",
    parameters: takes({ query: "Words to look for" }),
    execute: async ({ query }: { query: string }, { signal }: ToolContext) => {
      await wait(400, signal);
      const notes = findNotes(query);
      return { notes, message: notes.length === 1 ? "1 note" : `${notes.length} notes` };
    },
  },

  readNote: {
    description: "Gives one note, whole.",
    parameters: takes({ id: "The note's id, as searchNotes gives it" }),
    execute: async ({ id }: { id: string }, { signal }: ToolContext) => {
      await wait(600, signal);
      const note = getNote(id);
      if (note === undefined) throw new Error(`There is no note ${id}.`);
      return { ...note, message: note.title };
    },
  },

  deleteNote: {
    description: "Throws a note away. The person is asked first.",
    parameters: {
      type: "object",
      properties: {
        id: { type: "string", description: "The note's id, as searchNotes gives it" },
        keepCopy: { type: "boolean", description: "Whether its text comes back once more in the result" },
      },
      required: ["id"],
      additionalProperties: false,
    },
    needsApproval: true,
    execute: async ({ id, keepCopy = false }: { id: string; keepCopy?: boolean }, { signal }: ToolContext) => {
      await wait(400, signal);
      const note = removeNote(id);
      if (note === undefined) throw new Error(`There is no note ${id}.`);
      const { title, text } = note;
      return { title, ...(keepCopy ? { text } : {}), message: `${title} is gone` };
    },
  },

  runShell: {
    description:
      "Runs a shell command and gives its output, and its exit code in the last line. The shell only pretends.",
    parameters: takes({ command: "The command line: npm test, ls -l or whoami" }),
    execute: async ({ command }: { command: string }, { signal }: ToolContext) => {
      await wait(800, signal);
      return pretendToRun(command);
    },
  },

  countStars: {
    description: "Counts the stars of a constellation, one field of the sky after the other. Slow.",
    idempotent: true,
    parameters: takes({ constellation: "The constellation's name, such as Orion" }),
    execute: async ({ constellation }: { constellation: string }, { signal, reportProgress }: ToolContext) => {
      const fields = 12;
      let stars = 0;
      for (let field = 1; field <= fields; field += 1) {
        reportProgress({ progress: field - 1, total: fields, message: `${stars} stars so far` });
        await wait(600, signal);
        stars += ((constellation.length * field * 7) % 11) + 1;
      }
      return { constellation, stars, message: `${stars} stars` };
    },
  },

  sendEmail: {
    description: "Sends an email.",
    parameters: takes({ to: "Who gets it", subject: "What it is about" }),
    execute: async ({ to }: { to: string }, { signal }: ToolContext) => {
      await wait(500, signal);
      throw new Error(`The mail server would not take the letter to ${to}: mailbox full (552)`);
    },
  },
} satisfies Tools;

/** All parameters are text, and all are needed. */
function takes(descriptions: Readonly<Record<string, string>>): JsonSchema {
  const entries = Object.entries(descriptions);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, description]) => [name, { type: "string", description }])),
    required: Object.keys(descriptions),
    additionalProperties: false,
  };
}

/** Rejects as soon as the person stops the answer. */
function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new Error("Stopped.", { cause: signal.reason }));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, delayMs);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
