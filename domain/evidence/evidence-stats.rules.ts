import { recordOf } from "../record-of.rules.ts";
import {
  CHUNKING_STATUSES,
  EVIDENCE_STATUSES,
  type ChunkingStatus,
  type EvidenceStatus,
} from "./evidence.rules.ts";

/** The number of pieces of evidence with this combination. */
export interface EvidenceGroup {
  status: EvidenceStatus;
  chunkingStatus: ChunkingStatus;
  total: number;
}

export interface EvidenceStats {
  total: number;
  status: Record<EvidenceStatus, number>;
  chunking_status: Record<ChunkingStatus, number>;
}

const totalOf = (groups: readonly EvidenceGroup[]): number =>
  groups.reduce((sum, { total }) => sum + total, 0);

const totalsBy = <T extends string>(
  names: readonly T[],
  groupsOf: (name: T) => EvidenceGroup[],
): Record<T, number> => recordOf(names, (name) => totalOf(groupsOf(name)));

/** Sums groups of evidence in both dimensions. */
export const evidenceStatsOf = (groups: readonly EvidenceGroup[]): EvidenceStats => ({
  total: totalOf(groups),
  status: totalsBy(EVIDENCE_STATUSES, (name) => groups.filter(({ status }) => status === name)),
  chunking_status: totalsBy(CHUNKING_STATUSES, (name) =>
    groups.filter(({ chunkingStatus }) => chunkingStatus === name),
  ),
});
