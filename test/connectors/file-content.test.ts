import { describe, expect, it } from "vitest";
import { readFileContent, toFileNote } from "../../src/connectors/file-content.js";
import type { FilePart } from "../../src/stream/message.js";

const file = (mediaType: string, url: string, filename?: string): FilePart => ({
  type: "file",
  mediaType,
  url,
  ...(filename === undefined ? {} : { filename }),
});

describe("a file of the conversation", () => {
  it("is an image where models see its kind, here or somewhere else", () => {
    expect(readFileContent(file("image/png", "data:image/png;base64,iVBO"))).toMatchObject({
      kind: "image",
      base64: "iVBO",
    });
    expect(readFileContent(file("image/*", "data:image/webp;base64,UklG"))).toMatchObject({ mediaType: "image/webp" });
    expect(readFileContent(file("image/jpeg", "https://example.com/a.jpg"))).toEqual({
      kind: "image",
      mediaType: "image/jpeg",
      url: "https://example.com/a.jpg",
    });
  });

  it("is text where it holds text, however it is written down", () => {
    for (const [mediaType, url] of [
      ["text/plain", "data:text/plain;base64,SMOp"],
      ["text/plain;charset=utf-8", "data:text/plain;charset=utf-8;base64,SMOp"],
      ["application/json", "data:application/json,H%C3%A9"],
      ["image/svg+xml", "data:image/svg+xml,H%C3%A9"],
      ["", "data:,H%C3%A9"],
    ] as const) {
      expect(readFileContent(file(mediaType, url, "a"))).toEqual({ kind: "text", text: "a:\nHé" });
    }
  });

  it("is bytes where it says text and is none", () => {
    expect(readFileContent(file("text/plain", "data:text/plain;base64,/w=="))).toMatchObject({
      kind: "bytes",
      base64: "/w==",
    });
  });

  it("is named by its type where it has no name", () => {
    const pdf = readFileContent(file("application/pdf", "data:application/pdf;base64,JVBERi0="));
    expect(pdf).toMatchObject({ kind: "bytes", filename: "file.pdf", url: "data:application/pdf;base64,JVBERi0=" });
  });

  it("is only a name where its bytes cannot be had", () => {
    for (const url of ["blob:https://example.com/1", "data:text/plain,%", "javascript:alert(1)", ""]) {
      const content = readFileContent(file("application/zip", url, "a.zip"));
      expect(content).toMatchObject({ kind: "link", filename: "a.zip" });
      expect(toFileNote(file("application/zip", url, "a.zip"))).toBe("[a.zip (application/zip)]");
    }
  });
});
