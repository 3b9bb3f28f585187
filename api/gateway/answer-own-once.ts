import type { EntityManager } from "@mikro-orm/postgresql";
import type { Response } from "express";
import type { Change } from "../../domain/context.ts";
import type { RouteContext } from "../route.ts";
import type { Endpoint } from "./endpoint.ts";
import { find, keep, keyedRequest, lockKey, replay } from "./idempotency.ts";
import { answerWith, namedDataOf, type JsonAnswer } from "./json-answer.ts";
import type { parseInput } from "./parse-input.ts";
import { requireReplayable } from "./require-replayable.ts";
import type { RouteRuntime } from "./route-runtime.ts";

/** A simultaneous request with the same key was answered first. */
class AnsweredFirst extends Error {
  readonly answer: JsonAnswer;

  constructor(answer: JsonAnswer) {
    super("A request with this Idempotency-Key was answered first");
    this.answer = answer;
  }
}

interface OwnOnce {
  /** The response to an earlier request with this key; null if there was none. */
  earlier: () => Promise<JsonAnswer | null>;
  /** Does the work, and stores its response in the transaction of its change. */
  work: (act: (change: Change) => Promise<unknown>) => Promise<JsonAnswer>;
}

/**
 * Idempotency for a route that `keepsAnswer`; null without a key. No lock is held while it waits for others, so
 * two simultaneous requests both work; the second to finish changes nothing and gets the answer of the first.
 */
export function ownOnce(
  endpoint: Endpoint,
  runtime: RouteRuntime,
  ctx: RouteContext,
  response: Response,
  input: Awaited<ReturnType<typeof parseInput>>,
): OwnOnce | null {
  const { route } = endpoint;
  const keyed = keyedRequest(route, ctx.request, ctx.actor, input, runtime.encryptionKey);
  if (keyed === null) return null;
  const replayed = (known: JsonAnswer): Promise<JsonAnswer> =>
    replay(response, known, (kept) => requireReplayable(endpoint, ctx, input, kept));

  async function makeOnce<T>(
    em: EntityManager,
    work: (em: EntityManager) => Promise<T>,
  ): Promise<[T, JsonAnswer]> {
    await lockKey(em, keyed!.id);
    const first = await find(runtime, em, keyed!);
    if (first !== null) throw new AnsweredFirst(first);
    const result = await work(em);
    await em.flush();
    const data = await namedDataOf(route, { ...ctx, em }, result, runtime.checkOutput);
    const answer = answerWith(route, data, ctx.requestId);
    await keep(runtime, em, keyed!, answer);
    return [result, answer];
  }

  return {
    async earlier() {
      const known = await find(runtime, ctx.em, keyed);
      return known && replayed(known);
    },
    async work(act) {
      let answer: JsonAnswer | undefined;
      try {
        await act(async (work) => {
          const [result, made] = await ctx.em.fork().transactional((em) => makeOnce(em, work));
          answer = made;
          return result;
        });
      } catch (error) {
        if (error instanceof AnsweredFirst) return replayed(error.answer);
        throw error;
      }
      if (answer === undefined) throw new Error(`${route.path} must make its change in \`ctx.change\``);
      return answer;
    },
  };
}
