import type { Rectangle } from "./pdfium-annotations.ts";
import type { Picture } from "./picture.ts";

/** A part of a grey picture, in shares of it from its upper left corner downwards; null if it is empty. */
export function cropPicture(
  { width, height, pixels }: Picture,
  { left, top, right, bottom }: Rectangle,
): Picture | null {
  const within = (share: number, size: number) => Math.round(Math.min(1, Math.max(0, share)) * size);
  const [x1, x2, y1, y2] = [
    within(left, width),
    within(right, width),
    within(top, height),
    within(bottom, height),
  ];
  if (x2 <= x1 || y2 <= y1) return null;
  const rows = Array.from({ length: y2 - y1 }, (_, row) => {
    const start = (y1 + row) * width;
    return pixels.subarray(start + x1, start + x2);
  });
  return { width: x2 - x1, height: y2 - y1, pixels: Buffer.concat(rows) };
}
