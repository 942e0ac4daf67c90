import { wrapperKeys } from "../readers/json-call.js";
import { readBareJson } from "../readers/json-calls.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";

/**
 * An object or a list with nothing around it, at the beginning of a line, as Llama 3 and xLAM write it:
 *
 *     {"name": "getWeather", "parameters": {"city": "Oslo"}}
 *     [{"name": "getWeather", "arguments": {"city": "Oslo"}}]
 *
 * Off by default: honest answers hold such objects too. Both a name and arguments must be there.
 */
export const bareJson: ToolSyntax = {
  name: "bare-json",
  openers: ["{", "["],
  at: "line",
  *read(context): SyntaxReader {
    context.source.returnTo(0);
    return yield* readBareJson(context, {
      name: ["name"],
      wrapper: wrapperKeys,
      other: ["type"],
      needsInput: true,
    });
  },
};
