/** A model's call of a tool; `text` is the JSON it wrote, which may be invalid. */
export interface ToolCall {
  id: string;
  name: string;
  text: string;
}

export type ModelMessage =
  | { role: "system" | "user"; text: string }
  | { role: "assistant"; text: string; toolCalls: readonly ToolCall[] }
  | { role: "tool"; callId: string; text: string };

/** A tool as described to a model: `parameters` is a JSON schema. */
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
  /** The id of the requester, also for workflows. */
  person: string;
  messages: readonly ModelMessage[];
  tools: readonly ToolDescription[];
  signal: AbortSignal;
}

/** A language model, as the product uses it. */
export interface LanguageModel {
  name: string;
  /** False for a while after several failures in a row. */
  isAvailable(): boolean;
  /** Throws `TokensUsedUp` if the person's daily budget is used up. */
  admit(person: string): Promise<void>;
  /** Null if there was no response despite retries. Throws like `admit`, and the signal's abort reason. */
  next(request: ModelRequest): Promise<ModelTurn | null>;
}

export const tokensOf = ({ promptTokens, completionTokens }: Usage): number =>
  promptTokens + completionTokens;
