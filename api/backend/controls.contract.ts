import { z } from "zod";
import type { Control } from "../../domain/controls/control.entity.ts";
import { CONTROL_STATUSES, PROGRESS_SOURCES } from "../../domain/controls/control.rules.ts";
import type { Row } from "../../platform/prepared-find.ts";
import { ControlRef, Flag, Id, NamedId, Pagination, listQuery } from "../common.contract.ts";
import { PersonOf } from "../people.contract.ts";

export const ControlParams = z.strictObject({
  id: NamedId.meta({ description: "The project" }),
  controlId: ControlRef,
});

export const UpdateControlBody = z
  .strictObject({
    required_evidence: z.int().min(1).max(1_000).optional(),
    owner_id: Id.nullable()
      .optional()
      .meta({ description: "Somebody who takes part in the project; null for nobody" }),
    not_applicable: z.boolean().optional(),
    justification: z.string().trim().max(2_000).nullable().optional(),
    progress: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .optional()
      .meta({ description: "Sets progress by hand; null derives it from evidence again" }),
  })
  .meta({ examples: [{ not_applicable: true, justification: "The company has no offices" }] });

const { created_after: _after, created_before: _before, ...query } = listQuery;

export const ControlQuery = z.strictObject({
  ...query,
  project_id: NamedId.meta({ description: "Whose controls" }),
  status: z.enum(CONTROL_STATUSES).optional().meta({ description: "Only controls that came so far" }),
  category: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: "Only controls of this category of the framework" }),
  not_applicable: Flag.optional().meta({
    description: "false leaves out controls that do not apply, as figures do; true lists them alone",
  }),
});

export const ControlView = z.object({
  id: Id,
  project_id: Id,
  number: z.string(),
  title: z.string(),
  category: z.string(),
  trust_category: z.string(),
  status: z.enum(CONTROL_STATUSES),
  progress: z.number(),
  progress_source: z.enum(PROGRESS_SOURCES),
  required_evidence: z.int(),
  approved_evidence: z.int(),
  pending_evidence: z.int(),
  owner_id: Id.nullable(),
  owner: PersonOf("owner_id"),
  not_applicable: z.boolean(),
  justification: z.string().nullable(),
});

export const ControlList = z.object({ controls: z.array(ControlView), pagination: Pagination });

export const presentControl = (control: Row<Control>): z.infer<typeof ControlView> => ({
  id: control.id,
  project_id: control.project.id,
  number: control.number,
  title: control.title,
  category: control.category,
  trust_category: control.trustCategory,
  status: control.status,
  progress: control.progress,
  progress_source: control.progressSource,
  required_evidence: control.requiredEvidence,
  approved_evidence: control.approvedEvidence,
  pending_evidence: control.pendingEvidence,
  owner_id: control.owner?.id ?? null,
  not_applicable: control.notApplicable,
  justification: control.justification ?? null,
});
