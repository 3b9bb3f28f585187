import type { DocxParts } from "./docx-parts.ts";

/** Charts, diagrams, files and imported documents in a document. */
const OBJECTS = /^word\/(?:charts\/chart|diagrams\/data|embeddings\/|afchunk)/i;
const CHANGE = /<w:(?:ins|del|moveFrom|moveTo)\s/;
/** Hidden text; hidden marks of paragraphs and entries of an index have none. */
const HIDDEN = /<w:vanish\/>(?:(?!<\/w:rPr>)[^]){0,500}<\/w:rPr><w:t[\s>]/;

/** What readers of the text should know about the document. */
export interface DocxNotices {
  /** Takes note of the XML of a part. */
  see(xml: string): void;
  warnings(): string[];
}

export function createDocxNotices({ entries }: DocxParts): DocxNotices {
  const hasObjects = [...entries.keys()].some((name) => OBJECTS.test(name));
  let [hasChanges, hasHidden] = [false, false];
  return {
    see(xml) {
      hasChanges ||= CHANGE.test(xml);
      hasHidden ||= HIDDEN.test(xml);
    },
    warnings: () => [
      ...(hasObjects ? ["Embedded charts, diagrams and files were not read."] : []),
      ...(hasChanges ? ["The document has tracked changes: they were read as if accepted."] : []),
      ...(hasHidden ? ["The document has hidden text, which was read."] : []),
    ],
  };
}
