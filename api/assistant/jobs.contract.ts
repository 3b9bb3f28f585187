import { z } from "zod";
import { ANSWER_MODES } from "../../domain/assistant/answer.rules.ts";
import type { AssistantJob } from "../../domain/assistant/job.entity.ts";
import { JOB_KINDS, JOB_STATUSES, type JobResult } from "../../domain/assistant/job.rules.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { Id, Timestamp, iso } from "../common.contract.ts";
import { PersonOf } from "../people.contract.ts";
import { CitationView, SuggestionView, presentCitation } from "./chat.contract.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineView } from "../define-schemas.ts";

export const AnalyzeBody = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("gap_analysis"), project_id: Id }),
    z.strictObject({ kind: z.enum(["evidence", "control_suggestion"]), evidence_id: Id }),
  ])
  .meta({ examples: [{ kind: "gap_analysis", project_id: "01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f" }] })
  .register(schemaNames, { id: "AnalyzeBody" });

const project = { project_id: Id };
export const GenerateBody = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.enum(["audit_narrative", "remediation_plan", "summary"]), ...project }),
    z.strictObject({
      kind: z.literal("questionnaire_answer"),
      ...project,
      question: z.string().trim().min(1).max(4_000),
    }),
  ])
  .meta({ examples: [{ kind: "summary", project_id: "01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f" }] })
  .register(schemaNames, { id: "GenerateTextBody" });

const ResultView = defineView("JobResult", {
  mode: z.enum([...ANSWER_MODES, "rules"]).meta({ description: "rules: written from figures and templates" }),
  text: z.string().meta({ description: "Markdown without links or HTML" }),
  citations: z.array(CitationView).meta({ description: "Sources of the text; for evidence, what it shows" }),
  missing: z.array(z.string()).meta({ description: "What the evidence does not show" }),
  confidence: z.number().min(0).max(1).nullable(),
  controls: z.array(
    z.object({ number: z.string(), title: z.string(), score: z.number(), reasons: z.array(z.string()) }),
  ),
  steps: z.array(SuggestionView),
});

export const JobView = defineView("Job", {
  id: Id,
  project_id: Id,
  kind: z.enum(JOB_KINDS),
  status: z.enum(JOB_STATUSES),
  progress: z.number().meta({ description: "0 to 1" }),
  result: ResultView.nullable(),
  error: z.string().nullable().meta({ description: "Why it failed" }),
  requested_by: Id,
  requester: PersonOf("requested_by"),
  requested_at: Timestamp,
  completed_at: Timestamp.nullable(),
});

const presentResult = (result: JobResult): z.infer<typeof ResultView> => ({
  ...result,
  citations: result.citations.map(presentCitation),
});

export const presentJob = (job: Row<AssistantJob>): z.infer<typeof JobView> => ({
  id: job.id,
  project_id: job.project.id,
  kind: job.kind,
  status: job.status,
  progress: job.progress,
  result: job.result ? presentResult(job.result) : null,
  error: job.error ?? null,
  requested_by: job.requestedBy.id,
  requested_at: job.requestedAt.toISOString(),
  completed_at: iso(job.completedAt),
});
