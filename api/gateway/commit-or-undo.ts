import { setTimeout as sleep } from "node:timers/promises";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "../../platform/logger.ts";
import type { RouteContext } from "../route.ts";

/** How long PostgreSQL is asked what became of a transaction: a server that starts again needs some seconds. */
const ASK_MS = 5_000;
const PAUSE_MS = 250;

type Fate = "committed" | "aborted" | "unknown";

/** What became of a transaction, asked on a connection of its own. */
async function fateOf(em: EntityManager, id: string): Promise<Fate> {
  const end = performance.now() + ASK_MS;
  const ask = async (): Promise<unknown> => {
    const sql = "select pg_xact_status(?::xid8) as fate";
    const [row] = await em.fork().execute<{ fate: string | null }[]>(sql, [id]);
    return row?.fate;
  };
  while (performance.now() < end) {
    // Without a server the question may wait for longer than its answer is of use.
    const late = sleep(end - performance.now(), null, { ref: false });
    const fate = await Promise.race([ask().catch(() => null), late]);
    if (fate === "committed" || fate === "aborted") return fate;
    await sleep(PAUSE_MS);
  }
  return "unknown";
}

/** What cannot be taken back now lies there without a row, which housekeeping finds. */
async function takeBack(undo: RouteContext["undo"], logger: Logger): Promise<void> {
  for (const step of undo)
    await step().catch((error: unknown) => logger.warn({ err: error }, "a stored file was not taken back"));
}

const currentId = async (em: EntityManager): Promise<string> =>
  (await em.execute<{ id: string }[]>("select pg_current_xact_id()::text as id"))[0]!.id;

/**
 * Does the work in one transaction; when that surely did not commit, `undo` takes back what a database cannot. Where the
 * connection is lost in the midst of the COMMIT, PostgreSQL is asked: when it committed, the work is done; when nobody
 * can say, everything is kept, because a file without a row is only unused space.
 */
export async function commitOrUndo<T>(
  em: EntityManager,
  { undo, logger }: { undo: RouteContext["undo"]; logger: Logger },
  work: (em: EntityManager) => Promise<T>,
): Promise<T> {
  let ready: { id: string; result: T } | null = null;
  const workUntilCommit = async (inner: EntityManager): Promise<T> => {
    const result = await work(inner);
    if (undo.length === 0) return result;
    // All that comes after this is the COMMIT itself.
    await inner.flush();
    ready = { id: await currentId(inner), result };
    return result;
  };
  try {
    return await em.transactional(workUntilCommit);
  } catch (error) {
    const begun = ready as { id: string; result: T } | null;
    const fate = begun === null ? "aborted" : await fateOf(em, begun.id);
    if (fate === "committed") return begun!.result;
    if (fate === "aborted") await takeBack(undo, logger);
    else logger.warn({ err: error }, "nobody can say whether a transaction committed: its files are kept");
    throw error;
  }
}
