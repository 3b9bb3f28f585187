import { Client, type Pool, type PoolClient, type QueryResult } from "pg";
import { UnknownCommitError } from "./unknown-commit-error.ts";

/**
 * Interval of the checks for unanswered statements. Checks are counted, so that a pause of this process
 * counts only once.
 */
const LOOK_MS = 1_000;
/** After this many checks, a new connection tests whether PostgreSQL answers at all. */
const SILENT_LOOKS = 5;
const ASK_MS = 5_000;
/** When a pool ends, borrowed connections have this long to be returned; then all open ones are destroyed. */
const END_MS = 5_000;
/** Extra time for PostgreSQL beyond its own statement timeout. */
const GRACE_LOOKS = 5;

type Query = (text: unknown, ...rest: unknown[]) => unknown;

const noAnswer = (): Error => Object.assign(new Error("PostgreSQL gave no answer"), { code: "ETIMEDOUT" });

/** Any response to a new connection shows that the server is alive. */
async function answers({ options }: Pool): Promise<boolean> {
  const { password } = options;
  const client = new Client({ ...options, password, connectionTimeoutMillis: ASK_MS });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof Error && "severity" in error;
  } finally {
    void client.end();
  }
}

/** The result of COMMIT; throws if it did not commit. */
async function committed(sent: Promise<QueryResult>): Promise<QueryResult> {
  const result = await sent.catch((error: Error & { severity?: string }) => {
    // A FATAL error may arrive after the commit, while PostgreSQL waits for a standby.
    if (error.severity === "ERROR") throw error;
    throw new UnknownCommitError(error);
  });
  if (result.command === "ROLLBACK")
    throw new Error("COMMIT rolled back: a statement of the transaction failed, and its error was ignored");
  return result;
}

/** Kysely never returns a connection whose transaction could be neither started nor rolled back. */
const beginsOrRollsBack = (text: string): boolean =>
  text === "rollback" || text === "begin" || text.startsWith("start transaction");

/** Destroys connections that do not answer. */
function watch(pool: Pool, statementMs: number) {
  const maxLooks = statementMs === 0 ? Infinity : statementMs / LOOK_MS + GRACE_LOOKS;
  const owing = new Map<PoolClient, number>();
  let timer: NodeJS.Timeout | undefined;
  const destroy = (client: PoolClient): void => void client.connection.stream.destroy(noAnswer());
  const askFor = async (silent: readonly PoolClient[]): Promise<void> => {
    if (await answers(pool)) return;
    for (const client of silent) if ((owing.get(client) ?? 0) >= SILENT_LOOKS) destroy(client);
  };
  const look = (): void => {
    if (pool.totalCount === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    const silent: PoolClient[] = [];
    for (const [client, looks] of owing) {
      if (client.connection.stream.destroyed) owing.delete(client);
      else owing.set(client, looks + 1);
      if (looks + 1 >= maxLooks) destroy(client);
      else if ((looks + 1) % SILENT_LOOKS === 0) silent.push(client);
    }
    if (silent.length > 0) void askFor(silent);
  };
  return {
    over: (client: PoolClient): void => {
      timer ??= setInterval(look, LOOK_MS).unref();
      client.on("drain", () => owing.delete(client));
      client.connection.on("readyForQuery", () => void (owing.has(client) && owing.set(client, 0)));
    },
    sent: (client: PoolClient): void => void (owing.has(client) || owing.set(client, 0)),
  };
}

/**
 * Ends a pool in bounded time: neither borrowed connections nor closing handshakes may keep the process
 * alive.
 */
function endInTime(pool: Pool): void {
  const open = new Set<PoolClient>();
  pool.on("connect", (client) => open.add(client));
  pool.on("remove", (client) => open.delete(client));
  const end = pool.end.bind<() => Promise<void>>(pool);
  pool.end = () => {
    const ended = end();
    const destroyAll = (): void => {
      for (const client of open) client.connection.stream.destroy(noAnswer());
    };
    setTimeout(destroyAll, END_MS).unref();
    return ended;
  };
}

/**
 * Makes sure that no dead connection stays borrowed: a lost one is returned at once to be closed, and one on
 * which PostgreSQL is silent is destroyed, so its pending work fails. A COMMIT with an unknown result fails
 * with UnknownCommitError. `statementMs` is PostgreSQL's own statement timeout, 0 for none.
 */
export function guardConnections(pool: Pool, statementMs: number): void {
  const held = new WeakSet<PoolClient>();
  const silence = watch(pool, statementMs);
  endInTime(pool);
  pool.on("acquire", (client) => held.add(client));
  pool.on("release", (_error, client) => held.delete(client));
  pool.on("connect", (client) => {
    silence.over(client);
    client.on("error", () => {
      // The pool itself handles idle connections.
      if (!held.has(client)) return;
      const { release } = client;
      // The borrower may return it later, or never.
      client.release = () => undefined;
      release(true);
    });
    const query = client.query.bind(client) as Query;
    const guarded: Query = (text, ...rest) => {
      silence.sent(client);
      const sent = query(text, ...rest);
      if (typeof text !== "string" || !(sent instanceof Promise)) return sent;
      if (text === "commit") return committed(sent as Promise<QueryResult>);
      if (!beginsOrRollsBack(text)) return sent;
      return sent.catch((error: Error) => {
        client.connection.stream.destroy(error);
        throw error;
      });
    };
    client.query = guarded as typeof client.query;
  });
}
