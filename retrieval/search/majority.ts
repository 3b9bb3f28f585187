import type { Client } from "@elastic/elasticsearch";
import { LRUCache } from "lru-cache";

const PROJECTS = 1_000;
const FRESH_MS = 60_000;

/** Which project holds most of the index: comparing all documents and filtering afterwards is then faster. */
export interface Majority {
  /** From the last look-up, which runs beside searches; false before the first. */
  holds(projectId: string): boolean;
}

export function createMajority(client: Client, index: string): Majority {
  const known = new LRUCache<string, { most: boolean; until: number }>({ max: PROJECTS });

  async function holdsMost(projectId: string): Promise<boolean> {
    const own = client.count({ index, query: { term: { project_id: projectId } } });
    const [{ count }, all] = await Promise.all([own, client.count({ index })]);
    return count * 2 > all.count;
  }

  const note = (projectId: string, most: boolean): void =>
    void known.set(projectId, { most, until: performance.now() + FRESH_MS });

  return {
    holds(projectId) {
      const { most = false, until = 0 } = known.get(projectId) ?? {};
      if (until > performance.now()) return most;
      // Noted first, so that only one look-up runs. If it fails, searches are slower, but their results are the same.
      note(projectId, most);
      holdsMost(projectId).then(
        (now) => note(projectId, now),
        () => undefined,
      );
      return most;
    },
  };
}
