import type { Usage } from "../language-model/language-model.ts";

export const NO_USAGE: Usage = { promptTokens: 0, completionTokens: 0 };

export const addUsage = (a: Usage, b: Usage): Usage => ({
  promptTokens: a.promptTokens + b.promptTokens,
  completionTokens: a.completionTokens + b.completionTokens,
});
