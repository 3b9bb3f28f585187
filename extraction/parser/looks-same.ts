import { cropPicture } from "./crop-picture.ts";
import type { Rectangle } from "./pdfium-annotations.ts";
import type { Picture } from "./picture.ts";

/** Between points of a place that differ only by rounding; from 0 to 255. */
const MOST_CONTRAST = 12;

/** Whether a picture shows the same colour everywhere at a place. */
export function isEmpty(whole: Picture, place: Rectangle): boolean {
  const part = cropPicture(whole, place);
  if (part === null) return true;
  let [darkest, brightest] = [255, 0];
  for (const point of part.pixels) {
    if (point < darkest) darkest = point;
    if (point > brightest) brightest = point;
  }
  return brightest - darkest < MOST_CONTRAST;
}

/** Whether two pictures of one size show the same at a place. */
export function looksSame(one: Picture, other: Picture, place: Rectangle): boolean {
  const [first, second] = [cropPicture(one, place), cropPicture(other, place)];
  if (first === null || second === null) return false;
  return first.pixels.every((point, at) => Math.abs(point - (second.pixels[at] ?? 0)) < MOST_CONTRAST);
}
