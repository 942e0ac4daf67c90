import type { ToolSyntax } from "../syntax.js";
import { anthropic } from "./anthropic.js";
import { atCall } from "./at-call.js";
import { bareJson } from "./bare-json.js";
import { bracket } from "./bracket.js";
import { callout } from "./callout.js";
import { cline } from "./cline.js";
import { cohere } from "./cohere.js";
import { deepseek } from "./deepseek.js";
import { details } from "./details.js";
import { dsml } from "./dsml.js";
import { functionary } from "./functionary.js";
import { functionaryRecipient } from "./functionary-recipient.js";
import { functools } from "./functools.js";
import { gemma } from "./gemma.js";
import { glm } from "./glm.js";
import { granite } from "./granite.js";
import { harmony } from "./harmony.js";
import { hermes } from "./hermes.js";
import { jamba } from "./jamba.js";
import { json } from "./json.js";
import { kimi } from "./kimi.js";
import { kimiK3 } from "./kimi-k3.js";
import { legacyMarkdown } from "./legacy-markdown.js";
import { llamaJson } from "./llama-json.js";
import { marker } from "./marker.js";
import { minimax } from "./minimax.js";
import { misc } from "./misc.js";
import { mistral } from "./mistral.js";
import { pythonic } from "./pythonic.js";
import { pythonicMarked } from "./pythonic-marked.js";
import { qwen3Coder } from "./qwen3-coder.js";
import { sentinel } from "./sentinel.js";
import { think } from "./think.js";
import { toolBlock } from "./tool-block.js";
import { toolCode } from "./tool-code.js";
import { toolFence } from "./tool-fence.js";
import { toolnameXml } from "./toolname-xml.js";
import { vcp } from "./vcp.js";
import { xlam } from "./xlam.js";
import { xml } from "./xml.js";

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
  xml,
  "toolname-xml": toolnameXml,
  cline,
  "kimi-k3": kimiK3,
  vcp,
  "at-call": atCall,
  "bare-json": bareJson,
  bracket,
  cohere,
  deepseek,
  details,
  functionary,
  "functionary-recipient": functionaryRecipient,
  functools,
  gemma,
  granite,
  harmony,
  jamba,
  json,
  kimi,
  "legacy-markdown": legacyMarkdown,
  "llama-json": llamaJson,
  misc,
  mistral,
  pythonic,
  "pythonic-marked": pythonicMarked,
  sentinel,
  think,
  "tool-block": toolBlock,
  "tool-code": toolCode,
  "tool-fence": toolFence,
  xlam,
} satisfies Record<string, ToolSyntax>;

/** The syntaxes that are on unless an app says otherwise, in order of precedence. */
export const defaultSyntaxes: readonly ToolSyntax[] = [
  think,
  callout,
  toolBlock,
  details,
  marker,
  hermes,
  qwen3Coder,
  anthropic,
  dsml,
  glm,
  minimax,
  xml,
  toolnameXml,
  cline,
  kimiK3,
  vcp,
  mistral,
  kimi,
  deepseek,
  harmony,
  bracket,
  llamaJson,
  granite,
  functools,
  xlam,
  jamba,
  cohere,
  functionary,
  sentinel,
  gemma,
  pythonicMarked,
  misc,
];
