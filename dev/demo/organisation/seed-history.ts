import { z } from "zod";
import { ScoreSnapshot } from "../../../domain/compliance/score-snapshot.entity.ts";
import { CHUNKING_STATUSES, EVIDENCE_STATUSES, counts } from "../../../domain/evidence/evidence.rules.ts";
import { FINDING_STATUSES, SEVERITIES } from "../../../domain/findings/finding.rules.ts";
import { entities } from "../../../domain/entities.ts";
import type { Config } from "../../../platform/config.ts";
import { createOrm } from "../../../platform/database/orm.ts";
import type { OrganisationClient } from "./organisation-client.ts";
import { PAST_DAYS, figuresThen, type PresentState } from "./past-figures.ts";

const DAY_MS = 86_400_000;

const Controls = z.object({
  controls: z.array(
    z.object({
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
    }),
  ),
});
const Findings = z.object({
  findings: z.array(z.object({ severity: z.enum(SEVERITIES), status: z.enum(FINDING_STATUSES) })),
});

async function readState(customer: OrganisationClient, projectId: string): Promise<PresentState> {
  const of = `project_id=${projectId}&limit=100`;
  const { controls } = await customer.get(`/api/v1/compliance/controls?${of}`, Controls);
  const { evidence } = await customer.get(`/api/v1/evidence?${of}&sort=uploaded_at&order=asc`, Evidence);
  const { findings } = await customer.get(`/api/findings?${of}&sort=created_at&order=asc`, Findings);
  return {
    controls: controls.map(({ trust_category, not_applicable, ...control }) => ({
      ...control,
      trustCategory: trust_category,
      notApplicable: not_applicable,
    })),
    qualities: evidence
      .filter(({ status, chunking_status, approved_unread }) =>
        counts({
          status,
          chunkingStatus: chunking_status,
          ingestionAttempt: 0,
          approvedUnread: approved_unread,
        }),
      )
      .map(({ quality_score }) => quality_score),
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
