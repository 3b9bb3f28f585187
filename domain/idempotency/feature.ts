import type { Feature } from "../feature.ts";
import { StoredAnswer } from "./stored-answer.entity.ts";

export const idempotency = { entities: [StoredAnswer] } satisfies Feature;
