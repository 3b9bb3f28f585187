import type { Client } from "@elastic/elasticsearch";

/**
 * Removes every index whose name starts with `prefix`, by name, because servers refuse deletions by pattern.
 */
export async function dropIndices(client: Client, prefix: string): Promise<void> {
  const found = await client.indices.get({ index: `${prefix}*`, filter_path: "*.aliases" });
  for (const index of Object.keys(found)) await client.indices.delete({ index });
}
