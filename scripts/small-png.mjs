// Pictures of words have few colours: a PNG with a palette is a third of one without.
import { crc32, deflateSync } from "node:zlib";

/**
 * The same picture with at most `maxColours` colours.
 * @param page  any page of a browser: it reads the picture
 */
export async function smallPng(page, png, maxColours = 48) {
  const { width, height, palette, pixels } = await page.evaluate(readPicture, {
    base64: png.toString("base64"),
    maxColours,
  });
  const indices = Buffer.from(pixels, "base64");
  const lines = Array.from({ length: height }, (_, y) => [Buffer.of(0), indices.subarray(y * width, (y + 1) * width)]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // bits, and that they are places in the palette
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    block("IHDR", header),
    block("PLTE", Buffer.from(palette.flat())),
    block("IDAT", deflateSync(Buffer.concat(lines.flat()), { level: 9 })),
    block("IEND", Buffer.alloc(0)),
  ]);
}

function block(name, data) {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

/** Runs in the page. The colours that are used most, no two of them alike, and each pixel's nearest. */
async function readPicture({ base64, maxColours }) {
  const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
  const { createImageBitmap, Blob, OffscreenCanvas } = globalThis;
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const colourAt = (index) => (data[index * 4] << 16) | (data[index * 4 + 1] << 8) | data[index * 4 + 2];
  const counts = new Map();
  for (let index = 0; index < width * height; index += 1) {
    counts.set(colourAt(index), (counts.get(colourAt(index)) ?? 0) + 1);
  }
  const split = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];
  const distance = (a, b) => a.reduce((sum, value, channel) => sum + (value - b[channel]) ** 2, 0);
  const byUse = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => split(colour));
  const palette = [];
  for (const [leastDistance, most] of [
    [8, maxColours / 4], // the grounds of a theme are close to each other
    [600, maxColours],
  ]) {
    for (const colour of byUse) {
      if (palette.length >= most) break;
      if (palette.every((other) => distance(colour, other) >= leastDistance)) palette.push(colour);
    }
  }
  const nearest = new Map();
  for (const colour of counts.keys()) {
    const distances = palette.map((other) => distance(split(colour), other));
    nearest.set(colour, distances.indexOf(Math.min(...distances)));
  }
  let pixels = "";
  for (let index = 0; index < width * height; index += 1) pixels += String.fromCharCode(nearest.get(colourAt(index)));
  return { width, height, palette, pixels: btoa(pixels) };
}
