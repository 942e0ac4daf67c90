import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aiSdkBackend } from "../../demo/server/ai-sdk.js";

let server: Server;
const requests: { path: string | undefined; authorization: string | undefined; body: string }[] = [];

beforeEach(async () => {
  requests.length = 0;
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      requests.push({ path: request.url, authorization: request.headers.authorization, body });
      const chunk = (choice: object) =>
        `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, ...choice }] })}\n\n`;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(chunk({ delta: { role: "assistant", content: "Spoken by a real server." } }));
      response.end(`${chunk({ delta: {}, finish_reason: "stop" })}data: [DONE]\n\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("OPENAI_BASE_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  vi.stubEnv("OPENAI_API_KEY", "key-of-the-test");
  vi.stubEnv("OPENAI_MODEL", "model-of-the-test");
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await new Promise((resolve) => server.close(resolve));
});

it("with a base url, a key and a model in the environment, that server answers in place of the script", async () => {
  const request = new Request("http://demo.test/api/ai-sdk", {
    method: "POST",
    body: JSON.stringify({ messages: [{ id: "1", role: "user", parts: [{ type: "text", text: "Hello" }] }] }),
  });
  const response = await aiSdkBackend(request, { thinkMs: 0, deltaMs: 0 });
  expect(await response.text()).toContain("Spoken by a real server.");
  expect(requests).toMatchObject([{ path: "/v1/chat/completions", authorization: "Bearer key-of-the-test" }]);
  const body = JSON.parse(requests[0]?.body ?? "") as { model: string; tools: { function: { name: string } }[] };
  expect(body.model).toBe("model-of-the-test");
  expect(body.tools.map((tool) => tool.function.name)).toContain("getWeather");
});
