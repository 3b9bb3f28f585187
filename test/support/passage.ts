import type { Passage } from "../../domain/answers/passage.ts";

/** A passage on the first page of a file. */
export const passage = (text: string, similarity: number | null = 0.9, chunkId = "a_00000"): Passage => ({
  chunkId,
  evidenceId: "a",
  title: "A file",
  fileName: "a.pdf",
  page: 1,
  heading: null,
  text,
  similarity,
});
