import { countRows, readRows, type Row } from "../../platform/database/read-rows.ts";
import type { QueryContext } from "../context.ts";
import { paginate, type PageRequest } from "../listing.ts";
import type { Risk } from "../findings/risk.rules.ts";
import type { ScoredControl } from "./score.rules.ts";
import { ScoreSnapshot } from "./score-snapshot.entity.ts";

type Reading = Pick<QueryContext, "em">;

export interface HistoryInput extends PageRequest {
  projectId: string;
  /** Days (`YYYY-MM-DD`), inclusive. */
  from?: string | undefined;
  to?: string | undefined;
}

/** A project's snapshots, latest first. */
export async function listSnapshots({ em }: Reading, { projectId, from, to, page, limit }: HistoryInput) {
  const day = { ...(from === undefined ? {} : { $gte: from }), ...(to === undefined ? {} : { $lte: to }) };
  const where = { project: projectId, ...(Object.keys(day).length === 0 ? {} : { day }) };
  const [items, total] = await Promise.all([
    readRows(em, ScoreSnapshot, { where, orderBy: { day: "desc" }, limit, offset: (page - 1) * limit }),
    countRows(em, ScoreSnapshot, where),
  ]);
  return { items, pagination: paginate({ page, limit }, total) };
}

/** The state at the end of a day: the latest snapshot up to it; null if there is none yet. */
export async function snapshotAsOf(
  { em }: Reading,
  projectId: string,
  day?: string,
): Promise<Row<ScoreSnapshot> | null> {
  const where = { project: projectId, ...(day === undefined ? {} : { day: { $lte: day } }) };
  const [found] = await readRows(em, ScoreSnapshot, { where, orderBy: { day: "desc" }, limit: 1 });
  return found ?? null;
}

/** The risk at the end of a day: the latest stored up to it; null if there is none yet. */
export async function riskAsOf({ em }: Reading, projectId: string, day: string): Promise<Risk | null> {
  const where = { project: projectId, day: { $lte: day }, risk: { $ne: null } };
  const [found] = await readRows(em, ScoreSnapshot, { where, orderBy: { day: "desc" }, limit: 1 });
  return found?.risk ?? null;
}

export interface ProgressChange {
  control_id: string;
  number: string;
  from: number;
  to: number;
}

/** The controls whose progress changed since a snapshot, the largest change first. */
export const changesSince = (
  controls: readonly ScoredControl[],
  { progress }: Pick<ScoreSnapshot, "progress">,
): ProgressChange[] =>
  controls
    .map(({ id, number, progress: to }) => ({ control_id: id, number, from: progress[number] ?? 0, to }))
    .filter(({ from, to }) => from !== to)
    .toSorted((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from));
