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
