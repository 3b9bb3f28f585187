import rendering from "pdfmake/js/Renderer.js";
import { orderLine, type PlacedWord } from "./order-line.ts";

const DONE = Symbol("renders lines in order");

/** Heads of tables are rendered on each page. */
const ordered = new WeakSet<readonly PlacedWord[]>();

/** Makes pdfmake render the words of lines in the order of their script. */
export function renderLinesInOrder(): void {
  const { prototype } = rendering.default;
  if (Object.hasOwn(prototype, DONE)) return;
  const { renderLine } = prototype;
  prototype.renderLine = function render(line, x, y) {
    if (!ordered.has(line.inlines)) orderLine(line.inlines, line.inlines[0]?.isToTheLeft === true);
    ordered.add(line.inlines);
    renderLine.call(this, line, x, y);
  };
  Object.defineProperty(prototype, DONE, { value: true });
}
