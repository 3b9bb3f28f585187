import type { Feature } from "../feature.ts";
import { ModelUsage } from "./model-usage.entity.ts";

export const languageModel = { entities: [ModelUsage] } satisfies Feature;
