import type { Rectangle } from "./pdfium-annotations.ts";

/** Whether the middle of a rectangle is on a picture. */
export const isOn = (picture: Rectangle, { left, top, right, bottom }: Rectangle): boolean => {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= picture.left && x <= picture.right && y >= picture.bottom && y <= picture.top;
};
