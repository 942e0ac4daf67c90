import { listAt } from "../stream/json-value.js";
import type { ChatRequest, ConnectorOptions } from "./connector.js";

export interface RequestParts {
  /** Absolute, or relative to the page. */
  url: string;
  method?: "GET" | "POST" | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** What the protocol itself asks for; the app's own headers win. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Makes the request with what all connectors have in common.
 * @param name  of the connector, for errors
 * @throws Error where a relative url has no page to be relative to
 */
export async function createRequest(
  name: string,
  options: ConnectorOptions,
  { signal }: Pick<ChatRequest, "signal">,
  { url, method = "POST", body, headers = {} }: RequestParts,
): Promise<Request> {
  const all = new Headers(headers);
  if (body !== undefined) all.set("content-type", "application/json");
  const token = await resolveLazy(options.token);
  if (token !== undefined) all.set("authorization", `Bearer ${token}`);
  for (const [key, value] of Object.entries((await resolveLazy(options.headers)) ?? {})) all.set(key, value);
  return new Request(resolveUrl(name, url), {
    method,
    headers: all,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** The tools of a request: the provider's own, which its settings bring as they are, before those of this side. */
export function allTools<Tool>(settings: Readonly<Record<string, unknown>>, own: readonly Tool[]): { tools?: Tool[] } {
  const all = [...(listAt(settings, "tools") as readonly Tool[]), ...own];
  return all.length === 0 ? {} : { tools: all };
}

/** A value, or what a function gives when it is asked now. */
export async function resolveLazy<T>(lazy: T | (() => T | Promise<T>)): Promise<T> {
  return typeof lazy === "function" ? await (lazy as () => T | Promise<T>)() : lazy;
}

function resolveUrl(name: string, url: string): string {
  try {
    return new URL(url, globalThis.location?.href).href;
  } catch {
    throw new Error(
      `tooltalk: ${name}({ url: ${JSON.stringify(url)} }) has no page to be relative to. Pass an absolute url, such as "https://example.com/api/chat".`,
    );
  }
}
