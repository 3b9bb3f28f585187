/** A passage found in the evidence. */
export interface Passage {
  chunkId: string;
  evidenceId: string;
  title: string;
  fileName: string;
  page: number | null;
  heading: string | null;
  text: string;
  /**
   * 0 to 1; around 0.5 and above means that the passage answers the question. Null for neighbours, which were
   * not searched for.
   */
  similarity: number | null;
}
