import type { Pool, PoolClient } from "pg";
import { sessionSettings, type DatabaseRole, type SessionSettings } from "./database-caller.ts";

/**
 * Row-level security does not apply to superusers and owners, and most installations connect as one of them.
 */
const APP_ROLE: DatabaseRole = "compliance_app";
/** Startup options of a connection that is subject to row-level security. */
export const APP_ROLE_OPTIONS = `-c role=${APP_ROLE}`;

const SET_SESSION = {
  name: "set-caller",
  text: `select set_config('role', $3, false), set_config('compliance.caller', $1, false),
    set_config('compliance.sees', $2, false), current_user as role`,
};

type Callback = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

/** Sets the caller outside any transaction, so that no rollback undoes it. */
async function setSession(client: PoolClient, { caller, sees, role }: SessionSettings): Promise<void> {
  if (client.getTransactionStatus() !== "I")
    throw new Error("A connection was returned during a transaction");
  const { rows } = await client.query<{ role: string }>({ ...SET_SESSION, values: [caller, sees, role] });
  // A pooler, or options in the URL, may have dropped our options.
  if (rows[0]?.role !== role)
    throw new Error(
      `The database lets us act as ${rows[0]?.role}, not as ${role}: row-level security would not apply`,
    );
}

async function handTo(callback: Callback, taken: Promise<PoolClient>): Promise<void> {
  let client: PoolClient;
  try {
    client = await taken;
  } catch (error) {
    return callback(error as Error, undefined, () => undefined);
  }
  callback(undefined, client, client.release);
}

/**
 * From now on, each connection from the pool has the caller of the moment when it was requested, however long
 * that waits. The setting is sent only when the caller has changed, so a caller's next statement costs no
 * extra round trip. If setting it fails, the connection is closed and the statement fails.
 */
export function setCallers(pool: Pool): void {
  const knows = new WeakMap<PoolClient, string>();
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  const take = async (settings: SessionSettings): Promise<PoolClient> => {
    const client = await connect();
    if (knows.get(client) === settings.caller) return client;
    try {
      await setSession(client, settings);
    } catch (error) {
      client.release(true);
      throw error;
    }
    knows.set(client, settings.caller);
    return client;
  };
  const takeNow = (callback?: Callback): Promise<PoolClient> | void => {
    const taken = take(sessionSettings());
    if (callback === undefined) return taken;
    void handTo(callback, taken);
  };
  pool.connect = takeNow as Pool["connect"];
}
