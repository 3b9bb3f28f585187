import { appendFileSync } from "node:fs";
import { createRequire } from "node:module";
import pg from "pg";

/*
 * Loaded before a server (node --import): writes each distinct statement to CAPTURE_FILE, one JSON line each,
 * with the startup options of its connection. Everything else is unchanged.
 */

interface Prototype {
  query(this: { connectionParameters: { options?: string } }, ...args: unknown[]): unknown;
}

interface Sent {
  text?: string;
  values?: unknown[];
}

/** The statement with which a connection switches its role: see platform/database/set-callers.ts. */
const TAKES_ROLE = "set_config('role', $3";
const ROLE_AT = 2;
const roles = new WeakMap<object, unknown>();

const file = process.env["CAPTURE_FILE"]!;
const seen = new Set<string>();

function capture({ prototype }: { prototype: Prototype }): void {
  const { query } = prototype;
  prototype.query = function captured(...args) {
    const [first] = args as [string | Sent];
    const { text, values }: Sent = typeof first === "string" ? { text: first } : first;
    if (text?.includes(TAKES_ROLE)) roles.set(this, values?.[ROLE_AT]);
    const role = roles.has(this) ? ` -c role=${String(roles.get(this))}` : "";
    const line = JSON.stringify({ text, options: (this.connectionParameters.options ?? "") + role });
    if (text !== undefined && !seen.has(line)) {
      seen.add(line);
      appendFileSync(file, `${line}\n`);
    }
    return query.apply(this, args);
  };
}

// The ORM may use its own copy of the driver.
const ofOrm = createRequire(import.meta.resolve("@mikro-orm/postgresql"))("pg") as typeof pg;
for (const { Client } of new Set([pg, ofOrm])) capture(Client);
