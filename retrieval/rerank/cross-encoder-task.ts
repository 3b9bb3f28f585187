/** Scores, 0 to 1, of passages (prefix and text combined) for a query. */
export interface CrossEncoderTask {
  query: string;
  passages: readonly string[];
}

export interface CrossEncoderWorkerData {
  /** Folder of the model: model.onnx, tokenizer.json, config.json. */
  folder: string;
  maxTokens: number;
}
