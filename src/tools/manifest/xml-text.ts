/** Text as the content of an element; white space at its sides is spelled out, so that nobody trims it. */
export function escapeText(text: string): string {
  return escapeMarkup(text).replace(/^\s+|\s+$/gu, (space) =>
    Array.from(space, (char) => `&#${char.codePointAt(0)};`).join(""),
  );
}

/** Text as the value of an attribute that is decoded when it is read, with its quotes: nothing in it is lost. */
export function quoteText(text: string): string {
  return `"${escapeText(text).replace(/["\r\n]/g, (char) => `&#${char.charCodeAt(0)};`)}"`;
}

/** Text as the value of an attribute, for people and models to read: on one line. */
export function escapeAttribute(text: string): string {
  return escapeMarkup(text.replace(/\s+/g, " ").trim()).replaceAll('"', "&quot;");
}

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/**
 * A name in an attribute, with its quotes, for the syntax to read: nothing in it is ever decoded.
 * @returns undefined for a name that cannot stand there
 */
export function quoteName(name: string): string | undefined {
  if (name === "" || name !== name.trim() || name.length > 256 || /[<>\r\n]/.test(name)) return undefined;
  if (!name.includes('"')) return `"${name}"`;
  return name.includes("'") ? undefined : `'${name}'`;
}
