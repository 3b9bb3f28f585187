import pg from "pg";
import { describeFailure } from "./describe-failure.ts";
import { StackError } from "./stack-error.ts";

const CONNECT_MS = 10_000;

/** The address without the password, which must not appear on screen. */
function shown(url: string): string {
  if (!URL.canParse(url)) return "no address";
  const { host, pathname } = new URL(url);
  return `${pathname.slice(1)} at ${host}`;
}

/** Throws StackError if the database cannot be used. */
export async function checkDatabase(url: string): Promise<void> {
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
    // The pending operation reports a server that disappears.
    client.on("error", () => undefined);
    await client.connect();
    await client.end();
  } catch (error) {
    throw new StackError(
      `DATABASE_URL names ${shown(url)}, where no PostgreSQL can be used (${describeFailure(error)}): ` +
        "start it, or correct DATABASE_URL.",
      { cause: error },
    );
  }
}
