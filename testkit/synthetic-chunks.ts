import { chunkIdOf } from "../retrieval/index/chunk-id.ts";
import { pick } from "./seeded-random.ts";

const WHO =
  "administrators engineers auditors managers contractors analysts operators reviewers owners vendors".split(
    " ",
  );
const DO =
  "review approve encrypt rotate restore document monitor restrict record inspect test revoke classify".split(
    " ",
  );
const WHAT =
  "access rights,production backups,customer data,encryption keys,firewall rules,change requests,audit logs,incident reports,vendor contracts,source code,laptops,service accounts,risk registers,training records,network diagrams,retention schedules".split(
    ",",
  );
const WHEN =
  "every quarter,each month,within one day,before release,after an incident,once a year,on termination,at onboarding".split(
    ",",
  );
const WHY =
  "so that the control can be shown to work,as the policy demands,and the result is kept as evidence,unless the owner accepts the risk,with the help of an automated check".split(
    ",",
  );
const SENTENCES = 11;

function sentence(random: () => number): string {
  const reference =
    random() < 0.1 ? ` (CC${1 + Math.floor(random() * 9)}.${1 + Math.floor(random() * 8)})` : "";
  return `The ${pick(random, WHO)} ${pick(random, DO)} ${pick(random, WHAT)} ${pick(random, WHEN)} ${pick(random, WHY)}${reference}.`;
}

/** About 170 words of policy prose: the size of a typical passage. */
export const syntheticText = (random: () => number): string =>
  Array.from({ length: SENTENCES }, () => sentence(random)).join(" ");

export const syntheticQuery = (random: () => number): string =>
  `How do ${pick(random, WHO)} ${pick(random, DO)} ${pick(random, WHAT)} ${pick(random, WHEN)}?`;

const NOISE = 0.6;

/** A vector near `base`, like that of a text on the same topic. Has length 1. */
export function near(base: Float32Array, random: () => number): Float32Array {
  const spread = NOISE / Math.sqrt(base.length);
  const moved = base.map((component) => component + spread * 3.46 * (random() - 0.5));
  const length = Math.hypot(...moved);
  return moved.map((component) => component / length);
}

export const CHUNKS_PER_EVIDENCE = 20;

export const idOf = (
  evidenceIds: readonly string[],
  n: number,
): { id: string; evidenceId: string; ordinal: number } => {
  const evidenceId = evidenceIds[Math.floor(n / CHUNKS_PER_EVIDENCE)] ?? "";
  const ordinal = n % CHUNKS_PER_EVIDENCE;
  return { id: chunkIdOf(evidenceId, ordinal), evidenceId, ordinal };
};
