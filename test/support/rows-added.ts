import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Product } from "./product.ts";

const TABLES = `
  select table_name as name from information_schema.tables
  where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('rate_counters')`;

type Amounts = Record<string, number>;

async function files({ config }: Product): Promise<number> {
  const options = { recursive: true, withFileTypes: true } as const;
  const entries = await readdir(join(config.DATA_DIR, "blobs"), options);
  return entries.filter((entry) => entry.isFile()).length;
}

/** Rows of every table, and the stored files. */
async function amounts(product: Product): Promise<Amounts> {
  const em = product.orm.em.fork();
  const tables = await em.execute<{ name: string }[]>(TABLES);
  const sql = tables.map(({ name }) => `select '${name}' as name, count(*)::int as n from "${name}"`);
  const rows = await em.execute<{ name: string; n: number }[]>(sql.join(" union all "));
  return { ...Object.fromEntries(rows.map(({ name, n }) => [name, n])), files: await files(product) };
}

/** The rows, by table, and the stored files that the work added. */
export async function rowsAdded(product: Product, work: () => Promise<unknown>): Promise<Amounts> {
  const before = await amounts(product);
  await work();
  const after = Object.entries(await amounts(product)).map(([name, n]) => [name, n - before[name]!] as const);
  return Object.fromEntries(after.filter(([, n]) => n !== 0));
}
