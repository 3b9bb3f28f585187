import { appendFileSync } from "node:fs";
import { createRequire } from "node:module";
import pg from "pg";

/*
 * Loaded before a server (node --import): writes each different statement it sends to CAPTURE_FILE, one line of JSON each,
 * with the startup options of its connection. Everything else stays as it is.
 */

interface Prototype {
  query(this: { connectionParameters: { options?: string } }, ...args: unknown[]): unknown;
}

const file = process.env["CAPTURE_FILE"]!;
const seen = new Set<string>();

function capture({ prototype }: { prototype: Prototype }): void {
  const { query } = prototype;
  prototype.query = function captured(...args) {
    const [first] = args as [string | { text?: string }];
    const text = typeof first === "string" ? first : first.text;
    const line = JSON.stringify({ text, options: this.connectionParameters.options ?? "" });
    if (text !== undefined && !seen.has(line)) {
      seen.add(line);
      appendFileSync(file, `${line}\n`);
    }
    return query.apply(this, args);
  };
}

// The ORM may have brought a driver of its own.
const ofOrm = createRequire(import.meta.resolve("@mikro-orm/postgresql"))("pg") as typeof pg;
for (const { Client } of new Set([pg, ofOrm])) capture(Client);
