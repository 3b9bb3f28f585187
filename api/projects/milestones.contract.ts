import { z } from "zod";
import type { Milestone } from "../../domain/projects/project.entity.ts";
import type { MilestoneInProject } from "../../domain/projects/milestone.queries.ts";
import { PROJECT_STATUSES } from "../../domain/projects/project.rules.ts";
import { MILESTONE_STATUSES, SETTABLE_STATUSES } from "../../domain/projects/milestone.rules.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { Id, Instant, NamedId, PageOf, Timestamp, idParams, listQuery, several } from "../common.contract.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineView } from "../define-schemas.ts";

const name = z.string().trim().min(1).max(200);

export const MilestoneParams = idParams({ id: "The project", milestoneId: "The milestone" });
export const MilestoneBody = z
  .strictObject({ name, due_date: Instant })
  .meta({ examples: [{ name: "Audit", due_date: "2027-01-31T09:00:00Z" }] })
  .register(schemaNames, { id: "MilestoneBody" });

export const UpdateMilestoneBody = z
  .strictObject({
    name: name.optional(),
    due_date: Instant.optional(),
    status: z
      .enum(SETTABLE_STATUSES)
      .optional()
      .meta({ description: "Status; `missed` follows from the date and cannot be set" }),
  })
  .meta({ examples: [{ status: "in_progress" }] })
  .register(schemaNames, { id: "UpdateMilestoneBody" });

export const MilestoneView = defineView("Milestone", {
  id: Id,
  name: z.string(),
  due_date: Timestamp,
  status: z.enum(MILESTONE_STATUSES),
});
export const MilestoneList = defineView("MilestoneList", { milestones: z.array(MilestoneView) });

const { created_after: _after, created_before: _before, ...query } = listQuery;

export const AllMilestonesQuery = z.strictObject({
  ...query,
  status: several(MILESTONE_STATUSES, "Only milestones with these statuses"),
  due_before: Instant.optional().meta({
    description: "Only milestones due before this time that were not achieved",
  }),
  project_id: NamedId.optional().meta({ description: "Only milestones of this project" }),
  project_status: several(PROJECT_STATUSES, "Only milestones of projects with these statuses"),
});

const MilestoneInProjectView = MilestoneView.extend({ project_id: Id, project_name: z.string() }).register(
  schemaNames,
  { id: "MilestoneInProject" },
);

export const AllMilestones = PageOf("milestones", MilestoneInProjectView, "AllMilestones");

export const presentMilestone = ({
  id,
  name,
  dueDate,
  status,
}: Row<Milestone>): z.infer<typeof MilestoneView> => ({ id, name, due_date: dueDate.toISOString(), status });

export const presentInProject = ({
  milestone,
  projectName,
}: MilestoneInProject): z.infer<typeof MilestoneInProjectView> => ({
  ...presentMilestone(milestone),
  project_id: milestone.project.id,
  project_name: projectName,
});
