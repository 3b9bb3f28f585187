import { z } from "zod";
import { CONTROL_STATUSES } from "../../domain/controls/control.rules.ts";
import { STATED_FIELDS, fieldsByHand } from "../../domain/controls/statement.rules.ts";
import type { ProjectFigures } from "../../domain/compliance/portfolio.queries.ts";
import type { Milestone, Project } from "../../domain/projects/project.entity.ts";
import type { ProjectRow } from "../../domain/projects/project.queries.ts";
import type { ControlWithEvidence } from "../../domain/controls/list-project-controls.ts";
import { MILESTONES_MAX, PROJECT_STATUSES, TEAM_MAX } from "../../domain/projects/project.rules.ts";
import { TRUST_CATEGORIES } from "../../domain/frameworks/framework.rules.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import {
  NamedId,
  CalendarDate,
  Id,
  PageOf,
  Timestamp,
  listQuery,
  several,
  severalNames,
} from "../common.contract.ts";
import { PersonOf } from "../people.contract.ts";
import { RiskFigure } from "../findings/findings.contract.ts";
import { MilestoneBody, MilestoneView, presentMilestone } from "./milestones.contract.ts";
import { TeamMemberBody, TeamMemberView, presentTeamMember } from "./project-team.contract.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineView } from "../define-schemas.ts";

const Name = z.string().trim().min(1).max(200);
const Description = z.string().max(10_000);

const Categories = z.array(z.enum(TRUST_CATEGORIES)).min(1).max(TRUST_CATEGORIES.length);

export const CreateProjectBody = z
  .strictObject({
    name: Name,
    description: Description.optional(),
    framework: z.string().min(1).max(50),
    categories: Categories.optional().meta({
      description: "Trust categories in scope; by default all of the framework's",
    }),
    customer_id: Id.optional(),
    auditor_id: Id.optional(),
    period_start: CalendarDate.optional(),
    period_end: CalendarDate.optional(),
    team_members: z.array(TeamMemberBody).max(TEAM_MAX).optional(),
    milestones: z.array(MilestoneBody).max(MILESTONES_MAX).optional(),
  })
  .refine(
    ({ period_start: start, period_end: end }) => start === undefined || end === undefined || start <= end,
    {
      path: ["period_end"],
      message: "must not be before period_start",
    },
  )
  .meta({
    examples: [
      {
        name: "SOC 2, first year",
        framework: "soc2",
        period_start: "2026-01-01",
        period_end: "2026-12-31",
        milestones: [{ name: "Audit", due_date: "2027-01-31T09:00:00Z" }],
      },
    ],
  })
  .register(schemaNames, { id: "CreateProjectBody" });

export const UpdateProjectBody = z
  .strictObject({
    name: Name.optional(),
    description: Description.optional(),
    status: z.enum(PROJECT_STATUSES).optional(),
    period_start: CalendarDate.nullable().optional(),
    period_end: CalendarDate.nullable().optional(),
    customer_id: Id.nullable().optional(),
    auditor_id: Id.nullable().optional(),
    demo: z.boolean().optional(),
    categories: Categories.optional().meta({
      description: "Trust categories in scope; controls of other categories are excluded from every figure",
    }),
    reason: z.string().trim().max(2_000).optional().meta({
      description: "Why the categories change; required to reduce the scope",
    }),
  })
  .refine(({ categories, reason }) => !reason || categories !== undefined, {
    path: ["reason"],
    message: "gives the reason for a change of the scope: send categories as well",
  })
  .meta({ examples: [{ status: "in_audit" }] })
  .register(schemaNames, { id: "UpdateProjectBody" });

export const ProjectQuery = z.strictObject({
  ...listQuery,
  status: several(PROJECT_STATUSES, "Only projects with these statuses"),
  framework: severalNames(200, "Only projects against these frameworks, such as `soc2`"),
  auditor_id: NamedId.optional().meta({ description: "Only projects of this auditor" }),
  customer_id: NamedId.optional().meta({ description: "Only projects of this customer" }),
});

const ControlView = defineView("ProjectControl", {
  id: Id,
  number: z.string(),
  title: z.string(),
  category: z.string(),
  status: z.enum(CONTROL_STATUSES),
  progress: z.number(),
  set_by_hand: z
    .array(z.enum(STATED_FIELDS))
    .meta({ description: "Figures set by a person instead of derived from evidence" }),
  not_applicable: z.boolean().meta({ description: "Excludes the control from every figure" }),
  evidence_count: z.int(),
});
/** A project without its people, controls and milestones. */
export const ProjectSummary = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  status: z.enum(PROJECT_STATUSES),
  framework: z.string(),
  compliance_score: z.number(),
  demo: z.boolean(),
  categories: z.array(z.enum(TRUST_CATEGORIES)).meta({ description: "Trust categories in scope" }),
  pending_scope: z
    .object({
      categories: z.array(z.enum(TRUST_CATEGORIES)),
      reason: z.string(),
      said_by: Id,
      said_at: Timestamp,
    })
    .nullable()
    .meta({ description: "The scope the audited party proposed, until it is confirmed" }),
  customer_id: Id.nullable(),
  customer: PersonOf("customer_id"),
  auditor_id: Id.nullable(),
  auditor: PersonOf("auditor_id"),
  period_start: CalendarDate.nullable(),
  period_end: CalendarDate.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const CreatedProject = ProjectSummary.extend({ milestones: z.array(MilestoneView) }).register(
  schemaNames,
  { id: "CreatedProject" },
);
export const ProjectView = ProjectSummary.extend({ team_members: z.array(TeamMemberView) }).register(
  schemaNames,
  { id: "Project" },
);
export const ProjectDetail = ProjectView.extend({
  controls: z.array(ControlView),
  milestones: z.array(MilestoneView),
  /** Of all evidence files, including replaced versions; the limit is null if there is none. */
  storage: z.object({ used_bytes: z.int(), limit_bytes: z.int().nullable() }),
}).register(schemaNames, { id: "ProjectDetail" });
/** A project in a list, with the figures of a portfolio. */
const ListedProject = ProjectView.extend({
  risk: RiskFigure,
  waiting_reviews: z.int().meta({ description: "Pieces of evidence pending review" }),
  next_milestone: MilestoneView.nullable().meta({
    description: "The first milestone that is neither achieved nor missed",
  }),
}).register(schemaNames, { id: "ListedProject" });
export const ProjectList = PageOf("projects", ListedProject, "ProjectList");

export const presentProjectSummary = (project: Row<Project>): z.infer<typeof ProjectSummary> => ({
  id: project.id,
  name: project.name,
  description: project.description,
  status: project.status,
  framework: project.framework,
  compliance_score: project.complianceScore,
  demo: project.demo,
  categories: [...project.categories],
  pending_scope: project.pendingScope ?? null,
  customer_id: project.customer?.id ?? null,
  auditor_id: project.auditor?.id ?? null,
  period_start: project.periodStart ?? null,
  period_end: project.periodEnd ?? null,
  created_at: project.createdAt.toISOString(),
  updated_at: project.updatedAt.toISOString(),
});

export const presentCreated = (
  project: Row<Project>,
  milestones: readonly Row<Milestone>[],
): z.infer<typeof CreatedProject> => ({
  ...presentProjectSummary(project),
  milestones: milestones.map(presentMilestone),
});

export const presentProject = (project: ProjectRow): z.infer<typeof ProjectView> => ({
  ...presentProjectSummary(project),
  team_members: [...project.team].map(presentTeamMember),
});

export const presentListed = (
  project: ProjectRow,
  { risk, waitingReviews, nextMilestone }: ProjectFigures,
): z.infer<typeof ListedProject> => ({
  ...presentProject(project),
  risk,
  waiting_reviews: waitingReviews,
  next_milestone: nextMilestone === null ? null : presentMilestone(nextMilestone),
});

const presentControl = ({ control, evidenceCount }: ControlWithEvidence): z.infer<typeof ControlView> => {
  const { id, number, title, category, status, progress } = control;
  return {
    id,
    number,
    title,
    category,
    status,
    progress,
    set_by_hand: fieldsByHand(control),
    not_applicable: control.notApplicable,
    evidence_count: evidenceCount,
  };
};

export const presentProjectDetail = (
  project: ProjectRow,
  controls: readonly ControlWithEvidence[],
  milestones: readonly Row<Milestone>[],
  storage: { used: number; limit: number },
): z.infer<typeof ProjectDetail> => ({
  ...presentProject(project),
  controls: controls.map(presentControl),
  milestones: milestones.map(presentMilestone),
  storage: { used_bytes: storage.used, limit_bytes: storage.limit || null },
});
