import type { BenchStack } from "./bench-stack.ts";

const KILOBYTE = 1_024;

/** Rows of the table: kilobytes per passage on disk, and the memory that Elasticsearch needs for its caches. */
export async function measureStorage(
  { client, chunkIndex, pool }: BenchStack,
  size: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ bytes: string }>(
    "select pg_total_relation_size('evidence_chunks') as bytes",
  );
  const { _all: all } = await client.indices.stats({ index: chunkIndex.alias, metric: "store" });
  const index = all.primaries?.store?.size_in_bytes ?? 0;
  const each = (bytes: number) => (bytes / size / KILOBYTE).toFixed(2);
  return [
    `| ${size} | PostgreSQL, kB per passage on disk | ${each(Number(rows[0]?.bytes))} | | |`,
    `| ${size} | Elasticsearch, kB per passage on disk | ${each(index)} | | |`,
  ];
}
