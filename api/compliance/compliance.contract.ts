import { z } from "zod";
import { GAP_REASONS, type Gap } from "../../domain/compliance/gaps.rules.ts";
import type { readOverview } from "../../domain/compliance/compliance.queries.ts";
import type { Explanation } from "../../domain/compliance/project-figures.queries.ts";
import { STATED_FIELDS } from "../../domain/controls/statement.rules.ts";
import type { Figures, Marks } from "../../domain/compliance/score.rules.ts";
import { RISK_LEVELS, type Risk } from "../../domain/findings/risk.rules.ts";
import type { ScoreSnapshot } from "../../domain/compliance/score-snapshot.entity.ts";
import type { Control } from "../../domain/controls/control.entity.ts";
import { TRUST_CATEGORIES } from "../../domain/frameworks/framework.rules.ts";
import { MAX_CATALOGUE_CONTROLS } from "../../domain/frameworks/read-catalogue.ts";
import { recordOf } from "../../domain/record-of.rules.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { CalendarDate, Flag, Id, NamedId, PageOf, Timestamp, listQuery } from "../common.contract.ts";
import {
  ControlView,
  presentControl,
  ControlTextView,
  presentControlText,
} from "../controls/controls.contract.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineView } from "../define-schemas.ts";

export const ProjectQuery = z.strictObject({
  project_id: NamedId.meta({ description: "The project" }),
});

export const ScoreQuery = ProjectQuery.extend({
  explain: Flag.optional().meta({
    description: "Include what each control contributes and what changed since the last snapshot",
  }),
  as_of: CalendarDate.optional().meta({ description: "A past day: the figures at its end" }),
});

const Percentage = z.number().min(0).max(100);

const Named = z.object({ control_id: Id, number: z.string(), title: z.string() });

export const ScoreView = defineView("ComplianceScore", {
  project_id: Id,
  overall_score: Percentage.meta({ description: "Average progress of the controls, not rounded" }),
  framework_scores: z
    .object(recordOf(TRUST_CATEGORIES, () => Percentage))
    .meta({ description: "Score per trust category; 0 for those without applicable controls" }),
  scored_categories: z
    .array(z.enum(TRUST_CATEGORIES))
    .meta({ description: "The categories with applicable controls" }),
  control_coverage: z.object({
    total: z.int(),
    complete: z.int(),
    in_progress: z.int(),
    not_started: z.int(),
  }),
  evidence_quality: z.object({
    total: z.int(),
    high_quality: z.int(),
    good_quality: z.int(),
    needs_improvement: z.int(),
  }),
  last_updated: Timestamp,
  set_by_hand: z
    .array(Named.extend({ fields: z.array(z.enum(STATED_FIELDS)) }))
    .optional()
    .meta({ description: "Controls with figures set by hand; omitted for past days" }),
  left_out: z
    .array(Named.extend({ justification: z.string().nullable() }))
    .optional()
    .meta({ description: "Excluded controls, because they do not apply; omitted for past days" }),
  waiting: z
    .array(Named)
    .optional()
    .meta({ description: "Controls with a proposed change that is not confirmed" }),
  explanation: z
    .array(
      z.object({
        control_id: Id,
        number: z.string(),
        title: z.string(),
        progress: Percentage,
        points: z.number(),
        missing: z.number(),
        because: z.string(),
      }),
    )
    .optional()
    .meta({ description: "Every applicable control; their points add up to overall_score" }),
  changes: z
    .object({
      since: Timestamp,
      controls: z.array(z.object({ control_id: Id, number: z.string(), from: Percentage, to: Percentage })),
    })
    .nullable()
    .optional()
    .meta({ description: "What changed since the last snapshot; null without one" }),
});

/** `at` is the time of the figures. */
export const presentScore = <Of extends string | null>(
  projectId: Of,
  at: Date,
  score: Figures & { marks?: Marks },
) => ({
  ...score.marks,
  project_id: projectId,
  overall_score: score.overall,
  framework_scores: recordOf(TRUST_CATEGORIES, (category) => score.categories[category] ?? 0),
  scored_categories: TRUST_CATEGORIES.filter((category) => score.categories[category] !== undefined),
  control_coverage: score.coverage,
  evidence_quality: score.quality,
  last_updated: at.toISOString(),
});

export const presentExplanation = ({ shares, since, changes }: Explanation) => ({
  explanation: shares,
  changes: since && { since: since.toISOString(), controls: changes },
});

export const presentSnapshot = (snapshot: Row<ScoreSnapshot>) =>
  presentScore(snapshot.project.id, snapshot.takenAt, snapshot);

export const HistoryQuery = ProjectQuery.extend({
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  page: listQuery.page,
  limit: listQuery.limit,
});

const OverviewView = ScoreView.omit({ explanation: true, changes: true }).register(schemaNames, {
  id: "ComplianceOverview",
});

/** Selects one project or all. */
export const AnyProjectQuery = z.strictObject({
  project_id: NamedId.optional().meta({
    description: "The project; all visible projects when omitted",
  }),
});
export const RiskQuery = AnyProjectQuery.extend({
  as_of: CalendarDate.optional().meta({ description: "A past day: the risk of the project at its end" }),
}).refine(({ project_id: id, as_of: day }) => id !== undefined || day === undefined, {
  path: ["project_id"],
  message: "is required with as_of",
});
const OneOrAll = Id.nullable().meta({ description: "null for the figures of all projects together" });

export const FiguresView = OverviewView.extend({ project_id: OneOrAll }).register(schemaNames, {
  id: "Figures",
});

export const HistoryList = PageOf("history", OverviewView.extend({ day: CalendarDate }), "ScoreHistory");

/** The names of these three are fixed by the API contract. */
export const DetailedOverviewView = FiguresView.extend({
  controls: z.array(ControlView).meta({
    description: `For all projects together, the first ${MAX_CATALOGUE_CONTROLS}; figures count all of them`,
  }),
  completionPercentage: Percentage,
  averageProgress: Percentage,
  topMissingControls: z.array(ControlView).max(5),
  criticalGaps: z.int(),
}).register(schemaNames, { id: "DetailedComplianceOverview" });

export const RiskView = defineView("ComplianceRisk", {
  project_id: OneOrAll,
  score: Percentage,
  level: z.enum(RISK_LEVELS),
  counted: z.int().meta({ description: "Open and in-progress findings, from which the score is computed" }),
});

export const presentRisk = (
  projectId: string | null,
  { score, level, counted }: Risk,
): z.infer<typeof RiskView> => ({
  project_id: projectId,
  score,
  level,
  counted,
});

export const SummaryView = DetailedOverviewView.extend({
  risk: RiskView,
  totalFindings: z.int(),
  agents: z.object({ total: z.int(), online: z.int(), stale: z.int(), never: z.int() }),
}).register(schemaNames, { id: "ComplianceSummary" });

type Overview = Awaited<ReturnType<typeof readOverview>>;

export const presentOverview = (projectId: string | null, at: Date, figures: Overview) => ({
  ...presentScore(projectId, at, figures),
  controls: figures.controls.slice(0, MAX_CATALOGUE_CONTROLS).map(presentControl),
  completionPercentage: figures.completionPercentage,
  averageProgress: figures.averageProgress,
  topMissingControls: figures.topMissing.map(presentControl),
  criticalGaps: figures.criticalGaps,
});

/** All gaps together, unless the client asks for pages as of other lists. */
export const GapQuery = ProjectQuery.extend({
  page: listQuery.page.unwrap().optional().meta({ description: "Page number, starting at 1" }),
  limit: listQuery.limit.unwrap().optional().meta({
    description: "Gaps per page; by default all gaps, or 20 with `page`",
  }),
});

const GapView = z.object({
  control: ControlView,
  reasons: z.array(z.enum(GAP_REASONS)),
  unread_evidence: z
    .array(z.object({ id: Id, title: z.string(), why: z.string().nullable() }))
    .meta({ description: "Evidence that does not count because its file could not be read, and why" }),
  ...ControlTextView.shape,
  suggested_action: z.string(),
});

export const GapList = PageOf("gaps", GapView, "GapList");

export const presentGap = ({ control, reasons, unread, suggestedAction, ...text }: Gap<Row<Control>>) => ({
  control: presentControl(control),
  reasons,
  unread_evidence: [...unread],
  ...presentControlText(text),
  suggested_action: suggestedAction,
});
