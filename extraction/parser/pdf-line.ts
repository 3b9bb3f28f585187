/** One line as set on the page. */
export interface PdfLine {
  text: string;
  /** Letter height in points, including the text matrix. */
  size: number;
  bold: boolean;
  /** The direction of the text in quarter turns, counterclockwise: pages can be set sideways. */
  turns: number;
  /** Position of the first letter's baseline in points, along the text and upwards from it. */
  x: number;
  y: number;
}
