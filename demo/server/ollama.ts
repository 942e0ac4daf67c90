import type { ChatResponse } from "ollama/browser";
import { z } from "zod";
import { countTokens, type Line, type Piece, readResultText, toWords } from "./conversation.js";
import { openaiTool } from "./openai-chat.js";
import { createWireBackend, Refusal } from "./wire-backend.js";

const call = z.object({ function: z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) }) });

const message = z.discriminatedUnion("role", [
  z.object({ role: z.literal("system"), content: z.string() }),
  z.object({ role: z.literal("user"), content: z.string(), images: z.array(z.base64()).optional() }),
  z.object({ role: z.literal("assistant"), content: z.string(), tool_calls: z.array(call).optional() }),
  z.object({ role: z.literal("tool"), content: z.string(), tool_name: z.string() }),
]);

const requestBody = z.object({
  model: z.string(),
  messages: z.array(message).nonempty(),
  tools: z.array(openaiTool).optional(),
  stream: z.literal(true),
});

type Body = z.infer<typeof requestBody>;

/** Ollama's chat. Calls have no id there; each comes whole, and its result tells the tool's name. */
export const ollamaBackend = createWireBackend<Body>({
  body: requestBody,
  read: ({ messages, tools = [] }) => ({
    lines: readMessages(messages),
    tools: tools.map((tool) => tool.function.name),
  }),
  write,
  contentType: "application/x-ndjson",
  refuse: (error) => ({ error }),
});

/** Ollama itself takes anything, and some model's template then makes nonsense of it; here it is refused. */
function readMessages(messages: Body["messages"]): Line[] {
  const open: string[] = [];
  const close = () => {
    if (open.length > 0) throw new Refusal(`no tool message answers the call to ${open.join(", ")}`);
  };
  const lines = messages.flatMap((each): Line[] => {
    if (each.role === "tool") {
      if (open.shift() !== each.tool_name) throw new Refusal(`the tool message of ${each.tool_name} answers no call`);
      return [{ role: "tool", toolName: each.tool_name, ...readResultText(each.content) }];
    }
    close();
    if (each.role === "system") return [];
    if (each.role === "assistant") open.push(...(each.tool_calls ?? []).map((made) => made.function.name));
    return each.content === "" ? [] : [{ role: each.role, text: each.content }];
  });
  close();
  return lines;
}

/** As JSON has it. */
type Chunk = Omit<Partial<ChatResponse>, "created_at"> & { created_at: string };

function* write(pieces: readonly Piece[], { model, messages }: Body): Generator<string> {
  const record = (chunk: Omit<Chunk, "model" | "created_at">) =>
    `${JSON.stringify({ model, created_at: new Date().toISOString(), ...chunk } satisfies Chunk)}\n`;
  for (const message of pieces.flatMap(toMessages)) yield record({ message, done: false });
  yield record({
    message: { role: "assistant", content: "" },
    done: true,
    done_reason: "stop",
    prompt_eval_count: countTokens(messages),
    eval_count: countTokens(pieces),
  });
}

function toMessages(piece: Piece): ChatResponse["message"][] {
  switch (piece.type) {
    case "text":
      return toWords(piece.text).map((content) => ({ role: "assistant", content }));
    case "reasoning":
      return toWords(piece.text).map((thinking) => ({ role: "assistant", content: "", thinking }));
    default:
      return [
        {
          role: "assistant",
          content: "",
          tool_calls: [{ function: { name: piece.toolName, arguments: piece.input } }],
        },
      ];
  }
}
