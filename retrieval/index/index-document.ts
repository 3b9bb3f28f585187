import { identifiersIn } from "./identifiers.rules.ts";
import type { Analysis } from "./mapping.ts";
import { stemText } from "./stem-text.rules.ts";

/** A chunk with all the data for the index. */
export interface IndexableChunk {
  /** `chunkIdOf(evidenceId, ordinal)`. */
  id: string;
  evidenceId: string;
  projectId: string;
  ordinal: number;
  /** Title of the evidence. */
  title: string;
  /** The filter values of a search: file format ("pdf") and media type ("application/pdf"). */
  evidenceTypes: string[];
  headings: string[];
  text: string;
  /** Unit length, with the index's dimension. */
  vector: Float32Array;
}

/** Components are between -1 and 1, where a ten-millionth matches the precision of a 32-bit float. */
const SCALE = 1e7;

/**
 * The index compares directions, not lengths, so vectors are sent as integers: half the bytes, and faster to
 * write and read.
 */
export const vectorToJson = (vector: Float32Array): number[] =>
  Array.from(vector, (component) => Math.round(component * SCALE));

/** The analysed form of a text for matching. Queries and documents must use the same function. */
export const analyse = (text: string, analysis: Analysis): string =>
  analysis === "english" ? text : stemText(text);

/** The Elasticsearch document of a chunk. */
export function indexDocument(chunk: IndexableChunk, analysis: Analysis) {
  const content = [...chunk.headings, chunk.text].join("\n");
  return {
    chunk_id: chunk.id,
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
