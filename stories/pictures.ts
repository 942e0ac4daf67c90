/** A picture of one colour, as bytes in an address. */
export function picture(width: number, height: number, colour: string): string {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (context) {
    context.fillStyle = colour;
    context.fillRect(0, 0, width, height);
  }
  return canvas.toDataURL("image/png");
}

/** A quarter of a second of nothing, as a WAV file in base64: 8 bits, 8,000 a second. */
export function silence(): string {
  const samples = 2000;
  const bytes = new Uint8Array(44 + samples).fill(128, 44);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  write(0, "RIFF");
  view.setUint32(4, 36 + samples, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true); // bytes of what describes the format
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // one channel
  view.setUint32(24, 8000, true);
  view.setUint32(28, 8000, true);
  view.setUint16(32, 1, true); // bytes of a sample
  view.setUint16(34, 8, true); // bits of a sample
  write(36, "data");
  view.setUint32(40, samples, true);
  return btoa(String.fromCharCode(...bytes));
}
