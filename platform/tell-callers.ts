import type { Pool, PoolClient } from "pg";
import { ONE_PLAN } from "./name-statements.ts";
import { toldCaller, type DatabaseRole, type Told } from "./database-caller.ts";

/** Row-level security binds neither superusers nor owners, and most installations sign in as one of them. */
const APP_ROLE: DatabaseRole = "compliance_app";
/**
 * One plan for all values rests on averages. A way by an index that was expected to meet many rows costs little where it
 * meets few; a table read from end to end costs all of it, so that is left for where there is no other way.
 */
const BY_INDEX = "-c enable_seqscan=off";
/** Startup options of a connection that row-level security binds. */
export const APP_ROLE_OPTIONS = `-c role=${APP_ROLE} ${ONE_PLAN} ${BY_INDEX}`;

const TELL = {
  name: "tell-caller",
  text: `select set_config('role', $3, false), set_config('compliance.caller', $1, false),
    set_config('compliance.sees', $2, false), current_user as role`,
};

type Callback = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

/** Tells a connection outside of any transaction, so that no rollback takes it back. */
async function tell(client: PoolClient, { caller, sees, role }: Told): Promise<void> {
  if (client.getTransactionStatus() !== "I")
    throw new Error("A connection was returned during a transaction");
  const { rows } = await client.query<{ role: string }>({ ...TELL, values: [caller, sees, role] });
  // A pooler in between, or options in the address, may have dropped ours.
  if (rows[0]?.role !== role)
    throw new Error(
      `The database lets us act as ${rows[0]?.role}, not as ${role}: row-level security would not bind`,
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
 * From now on each connection taken from the pool knows for whom it acts: the caller of the moment it was asked for,
 * however long that waits. It is told only when that changed since it was last told, so that a caller's next statement
 * costs no round trip. A connection that cannot be told is closed, and the statement fails.
 */
export function tellCallers(pool: Pool): void {
  const knows = new WeakMap<PoolClient, string>();
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  const take = async (told: Told): Promise<PoolClient> => {
    const client = await connect();
    if (knows.get(client) === told.caller) return client;
    try {
      await tell(client, told);
    } catch (error) {
      client.release(true);
      throw error;
    }
    knows.set(client, told.caller);
    return client;
  };
  const takeNow = (callback?: Callback): Promise<PoolClient> | void => {
    const taken = take(toldCaller());
    if (callback === undefined) return taken;
    void handTo(callback, taken);
  };
  pool.connect = takeNow as Pool["connect"];
}
