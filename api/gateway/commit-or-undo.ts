import { setTimeout as sleep } from "node:timers/promises";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "../../platform/logger.ts";
import { UnknownCommitError } from "../../platform/database/unknown-commit-error.ts";
import type { RouteContext } from "../route.ts";
import { only } from "../../domain/only.rules.ts";

/** How long to query PostgreSQL for the result of a transaction: a restarting server needs some seconds. */
const ASK_MS = 5_000;
const PAUSE_MS = 250;

type Outcome = "committed" | "aborted" | "unknown";

/** The result of a transaction, queried on a separate connection. */
async function outcomeOf(em: EntityManager, id: string): Promise<Outcome> {
  const end = performance.now() + ASK_MS;
  const ask = async (): Promise<unknown> => {
    const sql = "select pg_xact_status(?::xid8) as fate";
    const [row] = await em.fork().execute<{ fate: string | null }[]>(sql, [id]);
    return row?.fate;
  };
  while (performance.now() < end) {
    // Without a server, the query may wait longer than its answer is useful.
    const late = sleep(end - performance.now(), null, { ref: false });
    const outcome = await Promise.race([ask().catch(() => null), late]);
    if (outcome === "committed" || outcome === "aborted") return outcome;
    await sleep(PAUSE_MS);
  }
  return "unknown";
}

/** What cannot be undone now stays without a row, and housekeeping finds it. */
async function undoAll(undo: RouteContext["undo"], logger: Logger): Promise<void> {
  for (const step of undo)
    await step().catch((error: unknown) => logger.warn({ err: error }, "a stored file could not be removed"));
}

const currentId = async (em: EntityManager): Promise<string> =>
  only(await em.execute<{ id: string }[]>("select pg_current_xact_id()::text as id")).id;

interface Undoing {
  undo: RouteContext["undo"];
  logger: Logger;
  /** The caller cannot safely repeat the work, so its result matters even if there is nothing to undo. */
  unrepeatable?: boolean;
}

/** That the transaction did not commit is known, so its caller need not look. */
const withoutDoubt = (error: unknown): unknown => (error instanceof UnknownCommitError ? error.cause : error);

/**
 * Runs the work in one transaction; if that certainly did not commit, runs `undo` for what a database cannot
 * roll back. If the connection is lost during COMMIT, PostgreSQL is queried: if it committed, the work is
 * done; if the result stays unknown, everything is kept, because a file without a row only wastes space.
 */
export async function commitOrUndo<T>(
  em: EntityManager,
  { undo, logger, unrepeatable = false }: Undoing,
  work: (em: EntityManager) => Promise<T>,
): Promise<T> {
  let ready: { id: string; result: T } | null = null;
  const workUntilCommit = async (inner: EntityManager): Promise<T> => {
    const result = await work(inner);
    if (undo.length === 0 && !unrepeatable) return result;
    // Only the COMMIT itself comes after this.
    await inner.flush();
    ready = { id: await currentId(inner), result };
    return result;
  };
  try {
    return await em.transactional(workUntilCommit);
  } catch (error) {
    const begun = ready as { id: string; result: T } | null;
    const outcome = begun === null ? "aborted" : await outcomeOf(em, begun.id);
    if (outcome === "committed") return begun!.result;
    if (outcome === "aborted") await undoAll(undo, logger);
    else logger.warn({ err: error }, "it is unknown whether a transaction committed: its files are kept");
    throw outcome === "aborted" && begun !== null ? withoutDoubt(error) : error;
  }
}
