import type { LanguageModel } from "../../domain/language-model/language-model.ts";
import { meterModel } from "../../domain/language-model/meter-model.ts";
import { createLanguageModel } from "../../integrations/language-model/create-language-model.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import type { Orm } from "../../platform/database/orm.ts";
import type { Outbound } from "../../platform/http/outbound.ts";
import type { Logger } from "../../platform/logger.ts";

interface ModelParts {
  config: Pick<Config, "languageModel" | "AI_TOKENS_PER_DAY">;
  orm: Pick<Orm, "em">;
  clock: Clock;
  outbound: Outbound;
  logger: Logger;
}

/** The configured language model, with each person's daily budget; null without one. */
export function openLanguageModel({
  config,
  orm: { em },
  clock,
  ...connection
}: ModelParts): LanguageModel | null {
  const { languageModel: options, AI_TOKENS_PER_DAY: perDay } = config;
  return options === null
    ? null
    : meterModel(createLanguageModel(options, connection), { em, clock, perDay });
}
