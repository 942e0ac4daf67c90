import { describe, expect, test } from "vitest";
import { judgeLink } from "../../src/components/Markdown/judge-link.js";

describe("links that may be followed", () => {
  test.each([
    ["https://ok.example/docs", "https://ok.example/docs", "external", "ok.example"],
    ["HTTPS://OK.EXAMPLE/", "https://ok.example/", "external", "ok.example"],
    ["https://ok.example/a?b=c&d=%20#e", "https://ok.example/a?b=c&d=%20#e", "external", "ok.example"],
    ["//ok.example/x", "https://ok.example/x", "external", "ok.example"],
    ["/\\ok.example/x", "https://ok.example/x", "external", "ok.example"],
    [
      "https://münchen.example/straße",
      "https://xn--mnchen-3ya.example/stra%C3%9Fe",
      "external",
      "xn--mnchen-3ya.example",
    ],
    [
      "https://ok.example\u3002evil.example/",
      "https://ok.example.evil.example/",
      "external",
      "ok.example.evil.example",
    ],
    ["http://2130706433:9/x", "http://127.0.0.1:9/x", "external", "127.0.0.1:9"],
    ["mailto:help@ok.example", "mailto:help@ok.example", "mail", ""],
    ["/docs/page", "/docs/page", "page", ""],
    ["docs/page.html#part", "docs/page.html#part", "page", ""],
    ["#section", "#section", "fragment", ""],
  ])("%s", (url, href, kind, host) => {
    expect(judgeLink(url)).toEqual({ href, kind, host });
  });
});

describe("links that stay text", () => {
  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\tscript:alert(1)",
    "java%09script:alert(1)",
    "javascript\u200b:alert(1)",
    "javascript%E2%80%8B:alert(1)",
    "\u00a0javascript:alert(1)",
    "view-source:javascript:alert(1)",
    "vbscript:msgbox(1)",
    "data:text/html,<script>alert(1)</script>",
    "blob:http://127.0.0.1:9/x",
    "file:///etc/passwd",
    "ms-msdt:/id",
    "vscode://settings/x",
    "about:blank#x",
    "sms:+1?body=SECRET",
    "tel:+15551234",
    "ws://127.0.0.1:9/x",
    "mailto:a@b.example?body=SECRET&cc=x",
    "https://ok.example@127.0.0.1:9/x",
    "/logout?confirm=1",
    "?approve=call_1",
    "..//ok.example/x",
    "/docs/..//ok.example/x",
    "/%5Cok.example/x",
    "/%2Fok.example/x",
    "javascript%3Aalert(1)",
    "http://[::1",
    "https://ok.example:99999/",
    "%",
    "#",
    "",
    `https://ok.example/${"x".repeat(2_000_000)}`,
  ])("%.40s", (url) => {
    expect(judgeLink(url)).toBeUndefined();
  });
});
