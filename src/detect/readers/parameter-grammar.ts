import type { Tag, TagStyle } from "./tag-scan.js";
import type { ValueRules } from "./value-text.js";

/** How a family writes one call in tags, and its arguments. Tag names are in lower case. */
export interface CallGrammar {
  readonly style: TagStyle;
  /** The tag around a call, and its attribute with the name: `<invoke name="add">`. */
  readonly call: { readonly tag: string; readonly name: string };
  /** Tags around calls, whose closers may stand behind one. */
  readonly wrappers: readonly string[];
  /** The tag around an argument, and its attribute with the key: `<parameter name="a">`. */
  readonly parameter?: { readonly tag: string; readonly key: string } | undefined;
  /** The key stands in a tag of its own, in front of the argument's: `<arg_key>a</arg_key>`. */
  readonly keyTag?: string | undefined;
  /** Arguments stand in tags of their own name: `<a>1</a>`; any, or those that the tool declares. */
  readonly ownTags?: "declared" | "any" | undefined;
  /** Tags around all arguments, which say nothing. */
  readonly groups?: readonly string[] | undefined;
  /** The tag around one JSON object with all arguments. */
  readonly jsonTag?: string | undefined;
  /**
   * Values that begin with a tag are lists (`<item>`) and objects: those that begin with an item or an argument, or
   * all. Without this, only where the schema says list or object, and arguments stand in tags of their own name.
   */
  readonly nests?: "items" | "all" | undefined;
  /** @default raw, with all white space */
  readonly rules?: ((toolName: string, key: string) => ArgumentRules) | undefined;
  /** What the argument's tag itself says of its type. */
  readonly typeOf?: ((tag: Tag) => "text" | "json" | undefined) | undefined;
  /** A CDATA section is a value like any other text. */
  readonly keepsCdata?: boolean | undefined;
}

export interface ArgumentRules extends ValueRules {
  /** Words between which a value may stand, raw: `__START_CONTENT__`, `__END_CONTENT__`. */
  readonly marks?: readonly [string, string] | undefined;
}
