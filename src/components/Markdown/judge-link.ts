/** A link that may be followed. `page`: within the page's own origin. */
export interface JudgedLink {
  href: string;
  kind: "external" | "page" | "mail" | "fragment";
  /** As the browser will ask for it (punycode, normalised); empty where there is none. */
  host: string;
}

/** UTF-16 units; longer ones are text. */
const maxChars = 8 * 1024;
/** Stands in for the page, so that a link is judged the same on a server. */
const page = "https://page.invalid";

/**
 * Where a link written by a model may lead: http, https, mailto without fields, the page's own paths without a query (a
 * query may act), and fragments. Judged on the parsed URL, never on its spelling.
 * @returns undefined when the link is to be plain text
 */
export function judgeLink(url: string): JudgedLink | undefined {
  if (url === "" || url.length > maxChars) return undefined;
  if (url.startsWith("#")) return url.length > 1 ? { href: url, kind: "fragment", host: "" } : undefined;
  const parsed = parseUrl(url);
  if (parsed === undefined || parsed.username !== "" || parsed.password !== "") return undefined;
  if (parsed.protocol === "mailto:") {
    return parsed.search === "" ? { href: parsed.href, kind: "mail", host: "" } : undefined;
  }
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") return undefined;
  if (parsed.origin !== page) return { href: parsed.href, kind: "external", host: parsed.host };
  const isOwn = parsed.search === "" && isWithinPage(parsed) && isPath(url);
  return isOwn ? { href: url, kind: "page", host: "" } : undefined;
}

function parseUrl(url: string): URL | undefined {
  try {
    return new URL(url, page);
  } catch {
    return undefined;
  }
}

/** No `//` at the beginning once its dots are resolved: what reads such a path again takes it for a host. */
function isWithinPage({ origin, pathname }: URL): boolean {
  return origin === page && !pathname.startsWith("//");
}

/** Also where a server or a gateway decodes it: no scheme, not even one that is none, and no other host. */
function isPath(url: string): boolean {
  try {
    const decoded = decodeURIComponent(url);
    return !/^[^/]*:/.test(decoded) && isWithinPage(new URL(decoded, page));
  } catch {
    return false;
  }
}
