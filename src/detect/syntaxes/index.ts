import type { ToolSyntax } from "../syntax.js";
import { anthropic } from "./anthropic.js";
import { callout } from "./callout.js";
import { dsml } from "./dsml.js";
import { glm } from "./glm.js";
import { hermes } from "./hermes.js";
import { marker } from "./marker.js";
import { minimax } from "./minimax.js";
import { qwen3Coder } from "./qwen3-coder.js";

/** Every syntax by name. */
export const syntaxes = {
  callout,
  marker,
  hermes,
  "qwen3-coder": qwen3Coder,
  anthropic,
  dsml,
  glm,
  minimax,
} satisfies Record<string, ToolSyntax>;

/** The syntaxes that are on unless an app says otherwise, in order of precedence. */
export const defaultSyntaxes: readonly ToolSyntax[] = [
  callout,
  marker,
  hermes,
  qwen3Coder,
  anthropic,
  dsml,
  glm,
  minimax,
];
