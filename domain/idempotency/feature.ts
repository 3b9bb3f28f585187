import { JUST_NOW } from "../expiring-rows.ts";
import type { Feature } from "../feature.ts";
import { StoredAnswer } from "./stored-answer.entity.ts";

export const idempotency = {
  entities: [StoredAnswer],
  // No one can read these afterwards, and they may contain secrets.
  expires: { stored_answers: `expires_at < ${JUST_NOW}` },
} satisfies Feature;
