import type { Client } from "@elastic/elasticsearch";
import { LRUCache } from "lru-cache";

const PROJECTS = 1_000;
const FRESH_MS = 60_000;
const NEVER_SEEN = { passages: 0, share: 0, until: 0 };

/** How many of the passages in the index a project holds. Where these are most, filtering afterwards is faster. */
export interface ProjectSize {
  passages: number;
  /** Of all passages, 0 to 1. */
  share: number;
}

export interface ProjectSizes {
  /** From the last look-up, which runs beside searches; as if the project were empty before the first. */
  of(projectId: string): ProjectSize;
}

export function createProjectSizes(client: Client, index: string): ProjectSizes {
  const known = new LRUCache<string, ProjectSize & { until: number }>({ max: PROJECTS });

  async function look(projectId: string): Promise<ProjectSize> {
    const own = client.count({ index, query: { term: { project_id: projectId } } });
    const [{ count: passages }, all] = await Promise.all([own, client.count({ index })]);
    return { passages, share: passages / Math.max(1, all.count) };
  }

  const note = (projectId: string, size: ProjectSize): void =>
    void known.set(projectId, { ...size, until: performance.now() + FRESH_MS });

  return {
    of(projectId) {
      const { until, ...size } = known.get(projectId) ?? NEVER_SEEN;
      if (until > performance.now()) return size;
      // Noted first, so that only one look-up runs. If it fails, searches are slower, or find less of a large project.
      note(projectId, size);
      look(projectId).then(
        (now) => note(projectId, now),
        () => undefined,
      );
      return size;
    },
  };
}
