import { dayOf } from "../days.rules.ts";
import type { Clock } from "../../platform/clock.ts";
import type { LanguageModel } from "../language-model/language-model.ts";
import { ADAPTING, acceptedPolicy } from "./adapted-policy.rules.ts";
import { templateWriter, type PolicyDraft, type PolicyWriter } from "./policy-writer.ts";

/** Each may keep the model busy for minutes: beyond this number, the template is used. */
const AT_ONCE = 4;

interface PolicyWriterOptions {
  /** Null if none is configured. */
  model: LanguageModel | null;
  clock: Clock;
  /** For the whole answer. */
  answerMs: number;
}

const promptFor = ({ request, content }: PolicyDraft): string =>
  JSON.stringify({
    company: request.companyName,
    industry: request.industry,
    framework: request.framework,
    control: request.control,
    draft: content,
  });

/**
 * A policy adapted and extended by a model; the template itself if the model is unavailable, late, or damages
 * it.
 */
export function createPolicyWriter({ model, clock, answerMs }: PolicyWriterOptions): PolicyWriter {
  if (model === null) return templateWriter;
  let running = 0;
  return async (draft) => {
    if (!model.isAvailable() || running >= AT_ONCE) return templateWriter(draft);
    running += 1;
    try {
      const messages = [
        { role: "system", text: ADAPTING },
        { role: "user", text: promptFor(draft) },
      ] as const;
      const signal = AbortSignal.timeout(answerMs);
      const turn = await model
        .next({ person: draft.person, messages, tools: [], signal })
        .catch((error: unknown) => {
          if (signal.aborted) return null;
          throw error;
        });
      const today = dayOf(clock.now());
      const content = turn === null ? null : acceptedPolicy(draft, turn.text, today);
      return content === null ? await templateWriter(draft) : { content, mode: "model" };
    } finally {
      running -= 1;
    }
  };
}
