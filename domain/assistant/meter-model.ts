import type { EntityManager } from "@mikro-orm/postgresql";
import type { Clock } from "../../platform/clock.ts";
import { queryRows, type Statement } from "../../platform/query-rows.ts";
import { tokensOf, type LanguageModel, type ModelRequest } from "./language-model.ts";
import { TokensUsedUp } from "./tokens-used-up.ts";

export interface MeterOptions {
  /** Of the service itself: what was spent stays spent, whatever becomes of the transaction of whoever asks. */
  em: EntityManager;
  clock: Clock;
  /** Tokens that one person may cost on one day of UTC; 0 for any number. */
  perDay: number;
}

/** Whoever has some left may ask; what they ask counts at once, so that questions at the same moment see each other. */
const TAKE = `insert into model_usage as u (user_id, day, tokens) values ($1, $2, $3)
  on conflict (user_id) do update set
    tokens = case when u.day < excluded.day then 0 else u.tokens end + excluded.tokens,
    day = greatest(u.day, excluded.day)
  where u.day < excluded.day or u.tokens < $4
  returning 1`;
const LEFT = `select 1 from model_usage where user_id = $1 and day >= $2 and tokens >= $3`;
const CORRECT = `update model_usage set tokens = greatest(0, tokens + $3) where user_id = $1 and day = $2`;

/** Of an answer that is still to come. */
const ANSWER_TOKENS = 500;
const CHARACTERS_A_TOKEN = 4;

const estimated = ({ messages, tools }: ModelRequest): number =>
  Math.ceil(JSON.stringify([messages, tools]).length / CHARACTERS_A_TOKEN) + ANSWER_TOKENS;

/**
 * Counts what each person's questions cost, and refuses them (`TokensUsedUp`) once they used up the day's tokens. A
 * question that is given up half-way costs what was estimated: the model has read it.
 */
export function meterModel(model: LanguageModel, { em, clock, perDay }: MeterOptions): LanguageModel {
  if (perDay === 0) return model;
  const run = (sql: Statement["sql"], parameters: Statement["parameters"]) =>
    queryRows(em.fork(), { sql, parameters });
  const today = (): string => clock.now().toISOString().slice(0, 10);
  return {
    name: model.name,
    isAvailable: () => model.isAvailable(),
    async admit(person) {
      const usedUp = await run(LEFT, [person, today(), perDay]);
      if (usedUp.length > 0) throw new TokensUsedUp(clock.now(), perDay);
    },
    async next(request) {
      const [day, taken] = [today(), estimated(request)];
      const may = await run(TAKE, [request.person, day, taken, perDay]);
      if (may.length === 0) throw new TokensUsedUp(clock.now(), perDay);
      const turn = await model.next(request);
      const spent = turn === null ? 0 : tokensOf(turn.usage);
      await run(CORRECT, [request.person, day, spent - taken]);
      return turn;
    },
  };
}
