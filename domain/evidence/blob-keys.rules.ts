/** Where the files of a piece of evidence are in the blob store. */
export const blobKeys = (evidenceId: string) => ({
  folder: `evidence/${evidenceId}`,
  original: `evidence/${evidenceId}/original`,
  thumbnail: `evidence/${evidenceId}/thumbnail.png`,
  /** The extracted structure as JSON, between two ingestion steps. */
  extracted: `evidence/${evidenceId}/extracted.json`,
  /** The text of a superseded version as JSON: its passages are deleted, but versions can be compared. */
  text: `evidence/${evidenceId}/text.json`,
  /** The folder of one set of passages; see Evidence.passages. */
  passages: (revision: number) => `evidence/${evidenceId}/passages/${revision}`,
  /** The folder of what the model has made of a long document that it is still reading. */
  embedded: (revision: number) => `evidence/${evidenceId}/passages/${revision}/embedded`,
  /** The passages' vectors, float32, so that rebuilding the index need not embed again. */
  vectors: (revision: number) => `evidence/${evidenceId}/passages/${revision}/vectors.f32`,
});
