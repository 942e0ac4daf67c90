import type { ToolSyntax } from "../syntax.js";
import { callout } from "./callout.js";
import { marker } from "./marker.js";

/** Every syntax by name. */
export const syntaxes = { callout, marker } satisfies Record<string, ToolSyntax>;

/** The syntaxes that are on unless an app says otherwise, in order of precedence. */
export const defaultSyntaxes: readonly ToolSyntax[] = [callout, marker];
