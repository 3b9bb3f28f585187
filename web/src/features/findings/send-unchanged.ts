import { ApiError } from "../../http/api-error.ts";
import { dataOf, rootApi } from "../../http/client.ts";
import type { Finding } from "./finding.queries.ts";

/** Someone else changed some of the findings after the user saw them. */
export class OutdatedFindings extends Error {
  readonly now: readonly Finding[];

  constructor(now: readonly Finding[]) {
    super("Someone else has changed these findings in the meantime");
    this.name = "OutdatedFindings";
    this.now = now;
  }
}

/** What the list shows of a finding. */
const stateOf = ({
  title,
  severity,
  status,
  status_reason: reason,
  assigned_to: to,
  due_date: due,
}: Finding) => JSON.stringify([title, severity, status, reason, to?.id, due]);

const ROWS = 100;

/** The current versions of the findings that have changed since these versions, by id. */
async function readChanged(projectId: string, seen: readonly Finding[]): Promise<Map<string, Finding>> {
  const since = seen.map(({ updated_at: at }) => at).toSorted()[0]!;
  const now = new Map<string, Finding>();
  for (let page = 1; ; page += 1) {
    const query = { project_id: projectId, sort: "updated_at", order: "desc", limit: ROWS, page } as const;
    const { findings, pagination } = await dataOf(rootApi.GET("/api/findings", { params: { query } }));
    for (const one of findings) now.set(one.id, one);
    if (page >= pagination.pages || findings.at(-1)!.updated_at <= since) return now;
  }
}

/**
 * Sends a change of findings, which the API refuses if they have changed since the user saw them: fails with
 * OutdatedFindings if the list would show other values, and sends it again otherwise, such as after a scan that reported
 * them again.
 */
export async function sendUnchanged<T>(
  projectId: string,
  seen: readonly Finding[],
  send: (seen: readonly Finding[]) => Promise<T>,
): Promise<T> {
  try {
    return await send(seen);
  } catch (error) {
    if (!(error instanceof ApiError && error.isConflict)) throw error;
    const changed = await readChanged(projectId, seen);
    const now = seen.map((one) => changed.get(one.id) ?? one);
    const outdated = now.filter((one, n) => stateOf(one) !== stateOf(seen[n]!));
    if (outdated.length > 0) throw new OutdatedFindings(outdated);
    return send(now);
  }
}
