import type { ProductClient } from "./product-client.ts";

/** The maximum page size of lists. */
const LIMIT = 100;

interface Paged {
  pagination: { pages: number };
}

/** All pages of a list. */
export async function readPages<T extends object>(
  client: ProductClient,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<T[]> {
  const read: (T & Paged)[] = [];
  do {
    read.push(await client.get<T & Paged>(path, { ...query, page: read.length + 1, limit: LIMIT }));
  } while (read.length < read[0]!.pagination.pages);
  return read;
}
