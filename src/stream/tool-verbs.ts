import type { PluralForms } from "./plural.js";

/** The tool in words, for lines such as "Read 3 files". */
export interface ToolVerbs<Input = unknown> {
  /** Such as `Reading`. */
  running: string;
  /** Such as `Read`. */
  done: string;
  /** Such as `Could not read`. */
  failed?: string | undefined;
  /** What one call is about, such as the file's name. The arguments may still be arriving. */
  object?: ((input: Partial<Input>) => string | undefined) | undefined;
  /** What several calls are about, by plural category: `{ one: "# file", other: "# files" }`. */
  objects?: PluralForms | undefined;
}
