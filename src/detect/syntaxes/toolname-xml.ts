import { readToolTag } from "../readers/tool-tag.js";
import type { SyntaxReader, ToolSyntax } from "../syntax.js";

/**
 * A tag that bears the name of a declared tool, as the XML and YAML protocols of AI SDK middlewares have it:
 *
 *     <getWeather><city>Oslo</city></getWeather>     <ringBell/>     <getWeather>
 *                                                                    city: Oslo
 *                                                                    </getWeather>
 *
 * Values keep their white space, and their entities are decoded once.
 */
export const toolnameXml: ToolSyntax = {
  name: "toolname-xml",
  openers: (tools) => tools.names.map((name) => `<${name}`),
  at: "anywhere",
  *read(context): SyntaxReader {
    context.source.returnTo(0);
    return yield* readToolTag(context, () => ({ space: "keep", decodes: true }), true);
  },
};
