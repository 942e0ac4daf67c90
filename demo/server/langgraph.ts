import { z } from "zod";
import { createId, cutUnevenly, type Line, type Piece, toWords } from "./conversation.js";
import { openaiMessage, openaiTool, readOpenaiMessages } from "./openai-chat.js";
import { createWireBackend, toSse } from "./wire-backend.js";

/** The graph's state has the browser's tools beside the messages. Messages may be OpenAI's, as LangChain takes them. */
const requestBody = z.object({
  assistant_id: z.string(),
  input: z.object({ messages: z.array(openaiMessage).nonempty(), tools: z.array(openaiTool).default([]) }),
  stream_mode: z.array(z.enum(["messages-tuple", "updates", "values", "custom"])),
});

type Body = z.infer<typeof requestBody>;

/** A run without a thread on LangGraph's platform (`/runs/stream`), of a graph with one node. */
export const langgraphBackend = createWireBackend<Body>({
  body: requestBody,
  read: ({ input }) => ({
    lines: readOpenaiMessages(input.messages) satisfies Line[],
    tools: input.tools.map((tool) => tool.function.name),
  }),
  write,
  contentType: "text/event-stream",
  refuse: (detail) => ({ detail }),
});

const node = "agent";

/** The message comes in chunks, and again as a whole when its node is done. */
function* write(pieces: readonly Piece[], { stream_mode }: Body): Generator<string> {
  const id = `run--${crypto.randomUUID()}`;
  const run_id = crypto.randomUUID();
  const callIds = pieces.map(() => createId("call_"));
  yield toSse({ run_id, attempt: 1 }, "metadata");
  if (stream_mode.includes("messages-tuple")) {
    const metadata = { run_id, langgraph_node: node, langgraph_step: 1, tags: [] };
    for (const fields of toChunks(pieces, callIds)) {
      const chunk = { type: "AIMessageChunk", id, content: "", tool_call_chunks: [], additional_kwargs: {}, ...fields };
      yield toSse([chunk, metadata], "messages");
    }
  }
  if (stream_mode.includes("updates")) {
    yield toSse({ [node]: { messages: [toWhole(pieces, callIds, id)] } }, "updates");
  }
  yield toSse("null", "end");
}

/** The first chunk of a call has its id and name; the later ones only the index. */
function toChunks(pieces: readonly Piece[], callIds: readonly string[]): object[] {
  const calls = pieces.filter(({ type }) => type === "call");
  return pieces.flatMap((piece, at): object[] => {
    if (piece.type === "text") return toWords(piece.text).map((content) => ({ content }));
    if (piece.type === "reasoning") {
      return toWords(piece.text).map((word) => ({ additional_kwargs: { reasoning_content: word } }));
    }
    const index = calls.indexOf(piece);
    const begin = { id: callIds[at], name: piece.toolName, args: "", index, type: "tool_call_chunk" };
    const rest = cutUnevenly(JSON.stringify(piece.input)).map((args) => ({
      id: null,
      name: null,
      args,
      index,
      type: "tool_call_chunk",
    }));
    return [begin, ...rest].map((chunk) => ({ tool_call_chunks: [chunk] }));
  });
}

function toWhole(pieces: readonly Piece[], callIds: readonly string[], id: string): object {
  const textOf = (type: "text" | "reasoning") =>
    pieces.flatMap((piece) => (piece.type === type ? [piece.text] : [])).join("\n\n");
  const thoughts = textOf("reasoning");
  return {
    type: "ai",
    id,
    content: textOf("text"),
    additional_kwargs: thoughts === "" ? {} : { reasoning_content: thoughts },
    tool_calls: pieces.flatMap((piece, at) =>
      piece.type === "call" ? [{ type: "tool_call", id: callIds[at], name: piece.toolName, args: piece.input }] : [],
    ),
    invalid_tool_calls: [],
  };
}
