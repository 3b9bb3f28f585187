/** Scores, 0..1, of passages (prefix and text in one) for a query. */
export interface CrossEncoderTask {
  query: string;
  passages: readonly string[];
}

export interface CrossEncoderWorkerData {
  /** Folder of the one model: model.onnx, tokenizer.json, config.json. */
  folder: string;
  maxTokens: number;
}
