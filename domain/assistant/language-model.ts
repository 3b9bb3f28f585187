/** What a model asks to have looked up; `text` is JSON as the model wrote it, which may be anything. */
export interface ToolCall {
  id: string;
  name: string;
  text: string;
}

export type ModelMessage =
  | { role: "system" | "user"; text: string }
  | { role: "assistant"; text: string; toolCalls: readonly ToolCall[] }
  | { role: "tool"; callId: string; text: string };

/** What a model may ask for, as it is told: `parameters` is a JSON schema. */
export interface ToolDescription {
  name: string;
  description: string;
  parameters: Readonly<Record<string, unknown>>;
}

export interface Usage {
  promptTokens: number;
  completionTokens: number;
}

export interface ModelTurn {
  text: string;
  toolCalls: readonly ToolCall[];
  usage: Usage;
}

export interface ModelRequest {
  /** The id of whoever asks, or asked for what a workflow does. */
  person: string;
  messages: readonly ModelMessage[];
  tools: readonly ToolDescription[];
  signal: AbortSignal;
}

/** A language model, as far as the product knows of it. */
export interface LanguageModel {
  name: string;
  /** False for a while after it failed several times in a row. */
  isAvailable(): boolean;
  /** Throws `TokensUsedUp` where the person may cost no more today. */
  admit(person: string): Promise<void>;
  /** Null when none came, in spite of the tries that were left. Throws what `admit` does, and what the signal was aborted with. */
  next(request: ModelRequest): Promise<ModelTurn | null>;
}

export const NO_USAGE: Usage = { promptTokens: 0, completionTokens: 0 };

export const addUsage = (a: Usage, b: Usage): Usage => ({
  promptTokens: a.promptTokens + b.promptTokens,
  completionTokens: a.completionTokens + b.completionTokens,
});

export const tokensOf = ({ promptTokens, completionTokens }: Usage): number =>
  promptTokens + completionTokens;
