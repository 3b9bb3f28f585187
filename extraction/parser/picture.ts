/** Rows of pixels from the top, one byte (grey) per pixel. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint8Array;
}
