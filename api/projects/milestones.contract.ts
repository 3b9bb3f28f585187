import { z } from "zod";
import type { Milestone } from "../../domain/projects/project.entity.ts";
import { MILESTONE_STATUSES, SETTABLE_STATUSES } from "../../domain/projects/milestone.rules.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { Id, Instant, Timestamp, idParams } from "../common.contract.ts";
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

export const presentMilestone = ({
  id,
  name,
  dueDate,
  status,
}: Row<Milestone>): z.infer<typeof MilestoneView> => ({ id, name, due_date: dueDate.toISOString(), status });
