import { dayOf } from "../days.rules.ts";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Clock } from "../../platform/clock.ts";
import { queryRows, type SqlStatement } from "../../platform/database/query-rows.ts";
import { tokensOf, type LanguageModel, type ModelRequest } from "./language-model.ts";
import { TokensUsedUp } from "./tokens-used-up.ts";

export interface MeterOptions {
  /** On behalf of the service: spent tokens stay spent, whatever happens to the caller's transaction. */
  em: EntityManager;
  clock: Clock;
  /** Tokens per person and day (UTC); 0 for no limit. */
  perDay: number;
}

/**
 * A request is allowed while any tokens are left, and counts at once, so that simultaneous requests see each
 * other.
 */
const TAKE = `insert into model_usage as u (user_id, day, tokens) values ($1, $2, $3)
  on conflict (user_id) do update set
    tokens = case when u.day < excluded.day then 0 else u.tokens end + excluded.tokens,
    day = greatest(u.day, excluded.day)
  where u.day < excluded.day or u.tokens < $4
  returning 1`;
const LEFT = `select 1 from model_usage where user_id = $1 and day >= $2 and tokens >= $3`;
const CORRECT = `update model_usage set tokens = greatest(0, tokens + $3) where user_id = $1 and day = $2`;

/** An estimate for a pending answer. */
const ANSWER_TOKENS = 500;
const CHARACTERS_A_TOKEN = 4;

const estimated = ({ messages, tools }: ModelRequest): number =>
  Math.ceil(JSON.stringify([messages, tools]).length / CHARACTERS_A_TOKEN) + ANSWER_TOKENS;

/**
 * Counts each person's tokens, and refuses requests (`TokensUsedUp`) once the day's budget is used up. An
 * aborted request costs its estimate, because the model has read it.
 */
export function meterModel(model: LanguageModel, { em, clock, perDay }: MeterOptions): LanguageModel {
  if (perDay === 0) return model;
  const run = (sql: SqlStatement["sql"], parameters: SqlStatement["parameters"]) =>
    queryRows(em.fork(), { sql, parameters });
  const today = (): string => dayOf(clock.now());
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
