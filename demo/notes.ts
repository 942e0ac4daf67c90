export interface Note {
  id: string;
  title: string;
  text: string;
}

let notes: readonly Note[] = [
  {
    id: "note-1",
    title: "Sourdough, third try",
    text: "Starter fed at 8, ready at noon. 70 % water was right; 75 % ran off the board.\nColder oven next time: 235 °C.",
  },
  {
    id: "note-2",
    title: "Bread for Sunday",
    text: "Two sourdough loaves and one rye. Shape on Saturday night, bake at seven.",
  },
  { id: "note-3", title: "Boat", text: "Ask about the winter berth before October. New rope: 14 m, 10 mm." },
  { id: "note-4", title: "Books to give back", text: "The atlas, and both volumes of the letters." },
  {
    id: "note-5",
    title: "Garden",
    text: "Garlic goes in before the first frost. The pear wants a ladder and two people.",
  },
];

const idle = new Set(["a", "about", "and", "for", "my", "of", "on", "the", "to"]);

/** Notes that hold one of the words, titles and ids alone. */
export function findNotes(query: string): Pick<Note, "id" | "title">[] {
  const words = (query.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => !idle.has(word));
  const isFound = ({ title, text }: Note) => words.some((word) => `${title} ${text}`.toLowerCase().includes(word));
  return notes.filter(isFound).map(({ id, title }) => ({ id, title }));
}

/** Gone until the page is loaded again. */
export function removeNote(id: string): Note | undefined {
  const note = getNote(id);
  notes = notes.filter((each) => each !== note);
  return note;
}

export function getNote(id: string): Note | undefined {
  return notes.find((note) => note.id === id);
}
