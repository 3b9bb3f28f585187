import { identifiersIn } from "./identifiers.rules.ts";
import type { Analysis } from "./mapping.ts";
import { stemText } from "./stem-text.rules.ts";

/** A chunk with all that the index needs to know about it. */
export interface IndexableChunk {
  /** `chunkIdOf(evidenceId, ordinal)`. */
  id: string;
  evidenceId: string;
  projectId: string;
  ordinal: number;
  /** Title of the evidence. */
  title: string;
  /** What a search may be narrowed to: file format ("pdf") and media type ("application/pdf"). */
  evidenceTypes: string[];
  headings: string[];
  text: string;
  /** Unit length, of the index's dimension. */
  vector: Float32Array;
}

/** Components lie between -1 and 1: a ten-millionth is as fine as a 32-bit float is there. */
const SCALE = 1e7;

/** The index compares directions, not lengths, so vectors travel as whole numbers: half the bytes, and quicker to write and read. */
export const vectorToJson = (vector: Float32Array): number[] =>
  Array.from(vector, (component) => Math.round(component * SCALE));

/** A text in the form in which the index matches it. Queries and documents must go through the same function. */
export const analyse = (text: string, analysis: Analysis): string =>
  analysis === "english" ? text : stemText(text);

/** The Elasticsearch document of a chunk. */
export function indexDocument(chunk: IndexableChunk, analysis: Analysis) {
  const content = [...chunk.headings, chunk.text].join("\n");
  return {
    evidence_id: chunk.evidenceId,
    project_id: chunk.projectId,
    evidence_types: chunk.evidenceTypes,
    ordinal: chunk.ordinal,
    identifiers: identifiersIn(`${chunk.title}\n${content}`),
    title: analyse(chunk.title, analysis),
    content: analyse(content, analysis),
    vector: vectorToJson(chunk.vector),
  };
}
