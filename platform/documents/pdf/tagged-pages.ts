import type { Tag } from "pdfmake";
import rendering, {
  type Element,
  type PdfKitDocument,
  type Renderer,
  type Word,
} from "pdfmake/js/Renderer.js";
import { orderLine } from "./order-line.ts";

/*
 * pdfmake renders lines of words without their structure, and from left to right in any script. Here each line is
 * marked as part of its paragraph, heading, item or cell, and its words get the places of their script.
 */

const DONE = Symbol("tags pages");

/** Heads of tables are rendered on each page, but belong to the structure once. */
const rendered = new WeakSet<readonly Word[]>();

interface Structure {
  root: Element;
  elements: Map<Tag, Element>;
}

const structures = new WeakMap<PdfKitDocument, Structure>();

function structureOf(pdf: PdfKitDocument): Structure {
  const known = structures.get(pdf);
  if (known !== undefined) return known;
  const root = pdf.struct("Document");
  pdf.addStructure(root);
  const structure = { root, elements: new Map<Tag, Element>() };
  structures.set(pdf, structure);
  return structure;
}

/** The element of a tag; the whole document without one. */
function elementOf(pdf: PdfKitDocument, tag: Tag | null): Element {
  const { root, elements } = structureOf(pdf);
  if (tag === null) return root;
  const parent = elements.has(tag) ? root : elementOf(pdf, tag.parent);
  // A row has created its cells.
  const known = elements.get(tag);
  if (known !== undefined) return known;
  const element = pdf.struct(tag.type, tag.scope === undefined ? {} : { scope: tag.scope });
  if (tag.isNumbered === true) element.dictionary.data["A"] = { O: "List", ListNumbering: "Decimal" };
  elements.set(tag, element);
  parent.add(element);
  for (const cell of tag.cells) elementOf(pdf, cell);
  return element;
}

/** What is not content: lines, bars, numbers of pages, and repeated heads. */
function asDecoration(pdf: PdfKitDocument, render: () => void): void {
  pdf.markContent("Artifact", { type: "Layout" });
  render();
  pdf.endMarkedContent();
}

function renderTagged(renderer: Renderer, words: readonly Word[], render: () => void): void {
  const { pdfDocument: pdf } = renderer;
  const tag = words[0]?.tag;
  const isRepeated = rendered.has(words);
  if (!isRepeated) orderLine(words, words[0]?.isToTheLeft === true);
  rendered.add(words);
  if (tag === undefined || isRepeated) return asDecoration(pdf, render);
  const element = elementOf(pdf, tag);
  element.add(pdf.markStructureContent(tag.type));
  render();
  pdf.endMarkedContent();
}

/** Makes pdfmake render the lines of pages with their tags, and their words in order. */
export function renderTaggedPages(): void {
  const { prototype } = rendering.default;
  if (Object.hasOwn(prototype, DONE)) return;
  const { renderLine, renderVector } = prototype;
  prototype.renderLine = function render(line, x, y) {
    renderTagged(this, line.inlines, () => renderLine.call(this, line, x, y));
  };
  prototype.renderVector = function render(vector) {
    asDecoration(this.pdfDocument, () => renderVector.call(this, vector));
  };
  Object.defineProperty(prototype, DONE, { value: true });
}
