import type { EntityManager } from "@mikro-orm/postgresql";
import type { Clock } from "../../platform/clock.ts";
import { daysAfter } from "../days.rules.ts";
import type { SecretBox } from "../secret-box.ts";
import { StoredAnswer } from "./stored-answer.entity.ts";

interface AnswerContext {
  em: EntityManager;
  clock: Clock;
  secrets: SecretBox;
}

interface Answer {
  fingerprint: string;
  status: number;
  /** As JSON. */
  body: unknown;
}

const KEPT_DAYS = 1;
const contextOf = (id: string): string => `stored answer ${id}`;

/** The answer kept under this id; null if there is none, or it has expired. */
export async function findAnswer({ em, clock, secrets }: AnswerContext, id: string): Promise<Answer | null> {
  const stored = await em.findOne(StoredAnswer, { id, expiresAt: { $gt: clock.now() } });
  if (stored === null) return null;
  const { fingerprint, status, sealedBody } = stored;
  return { fingerprint, status, body: JSON.parse(secrets.open(contextOf(id), sealedBody)) as unknown };
}

/** Keeps an answer, encrypted, for a day. */
export async function keepAnswer(
  { em, clock, secrets }: AnswerContext,
  { id, fingerprint, status, body }: Answer & { id: string },
): Promise<void> {
  const sealedBody = secrets.seal(contextOf(id), JSON.stringify(body));
  const expiresAt = daysAfter(clock.now(), KEPT_DAYS);
  await em.upsert(StoredAnswer, { id, fingerprint, status, sealedBody, expiresAt });
}
