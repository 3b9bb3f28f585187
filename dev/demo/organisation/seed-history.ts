import { z } from "zod";
import { ScoreSnapshot } from "../../../domain/compliance/score-snapshot.entity.ts";
import { CHUNKING_STATUSES, EVIDENCE_STATUSES, counts } from "../../../domain/evidence/evidence.rules.ts";
import { FINDING_STATUSES, SEVERITIES } from "../../../domain/findings/finding.rules.ts";
import { entities } from "../../../domain/entities.ts";
import type { Config } from "../../../platform/config.ts";
import { createOrm } from "../../../platform/database/orm.ts";
import { DAY_MS } from "./days.ts";
import type { OrganisationClient } from "./organisation-client.ts";
import { PAST_DAYS, figuresThen, type PresentState } from "./past-figures.ts";

const Controls = z.object({
  controls: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      trust_category: z.string(),
      progress: z.number(),
      not_applicable: z.boolean(),
    }),
  ),
});
const Evidence = z.object({
  evidence: z.array(
    z.object({
      status: z.enum(EVIDENCE_STATUSES),
      chunking_status: z.enum(CHUNKING_STATUSES),
      approved_unread: z.boolean(),
      quality_score: z.number(),
      control_id: z.string(),
      also_controls: z.array(z.string()),
      uploaded_at: z.string(),
      reviewed_at: z.string().nullable(),
    }),
  ),
});
const Findings = z.object({
  findings: z.array(z.object({ severity: z.enum(SEVERITIES), status: z.enum(FINDING_STATUSES) })),
});

const daysSince = (time: string): number => (Date.now() - Date.parse(time)) / DAY_MS;

async function readState(customer: OrganisationClient, projectId: string): Promise<PresentState> {
  const of = `project_id=${projectId}&limit=100`;
  const { controls } = await customer.get(`/api/v1/compliance/controls?${of}`, Controls);
  const numbers = new Map(controls.map(({ id, number }) => [id, number]));
  const { evidence } = await customer.get(`/api/v1/evidence?${of}&sort=uploaded_at&order=asc`, Evidence);
  const { findings } = await customer.get(`/api/findings?${of}&sort=created_at&order=asc`, Findings);
  return {
    controls: controls.map(({ number, progress, trust_category, not_applicable }) => ({
      number,
      progress,
      trustCategory: trust_category,
      notApplicable: not_applicable,
    })),
    evidence: evidence
      .filter(({ status, chunking_status, approved_unread }) =>
        counts({
          status,
          chunkingStatus: chunking_status,
          ingestionAttempt: 0,
          approvedUnread: approved_unread,
        }),
      )
      .map(({ control_id, also_controls, quality_score, status, uploaded_at, reviewed_at }) => ({
        controls: [numbers.get(control_id) ?? "", ...also_controls],
        quality: quality_score,
        uploaded: daysSince(uploaded_at),
        approved: status === "approved" && reviewed_at !== null ? daysSince(reviewed_at) : null,
      })),
    findings,
  };
}

/** Gives a demo project a history that leads to its current state; existing days stay. */
export async function seedHistory(
  config: Config,
  customer: OrganisationClient,
  projectId: string,
): Promise<void> {
  const state = await readState(customer, projectId);
  const rows = Array.from({ length: PAST_DAYS }, (_, index) => {
    const takenAt = new Date(Date.now() - (index + 1) * DAY_MS);
    const day = takenAt.toISOString().slice(0, 10);
    return { project: projectId, day, takenAt, ...figuresThen(state, index + 1) };
  });
  const orm = await createOrm(config, entities);
  try {
    await orm.em
      .fork()
      .upsertMany(ScoreSnapshot, rows, { onConflictFields: ["project", "day"], onConflictAction: "ignore" });
  } finally {
    await orm.close();
  }
}
