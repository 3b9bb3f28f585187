import { defined } from "../../domain/defined.rules.ts";
import { z } from "zod";
import { FINDING_STATUSES, LONGEST_ACCEPTANCE_DAYS } from "../../domain/findings/finding.rules.ts";
import type { FindingChange, FindingInput } from "../../domain/findings/finding.commands.ts";
import type { Transition } from "../../domain/findings/move-finding.ts";
import { Id, Instant } from "../common.contract.ts";
import { Name, Text, findingFields, withDefaults } from "./finding-fields.contract.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineBody } from "../define-schemas.ts";
import { refuseTwice } from "../refuse-twice.ts";

export const CreateFindingBody = z
  .strictObject({
    ...withDefaults,
    project_id: Id,
    integration: Name.default("manual"),
    source_id: z.string().min(1).max(200).nullable().default(null),
    agent_id: Id.nullable().default(null),
    assigned_to: Id.nullable().default(null),
  })
  .meta({
    examples: [
      { project_id: "01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f", title: "Root key in use", severity: "Critical" },
    ],
  })
  .register(schemaNames, { id: "CreateFindingBody" });

export const findingInputOf = (body: z.infer<typeof CreateFindingBody>): FindingInput => ({
  title: body.title,
  description: body.description,
  severity: body.severity,
  category: body.category,
  controlId: body.control_id,
  integration: body.integration,
  sourceId: body.source_id,
  agentId: body.agent_id,
  integrationData: body.integration_data,
  assignedTo: body.assigned_to,
  dueDate: body.due_date,
});

const change = {
  severity: findingFields.severity.optional(),
  category: findingFields.category.optional(),
  due_date: findingFields.due_date.optional(),
  assigned_to: Id.nullable().optional(),
  status: z.enum(FINDING_STATUSES).optional(),
  reason: Text.optional().meta({
    description: "Why the status changes; for `resolved`, how. Required for decisions and for reverting them",
  }),
  until: Instant.optional().meta({
    description: `When the acceptance ends and the finding reopens: within ${LONGEST_ACCEPTANCE_DAYS} days`,
  }),
};
/** These differ from finding to finding, so they are not changed in several at once. */
const texts = {
  title: findingFields.title.optional(),
  description: findingFields.description.optional(),
  control_id: findingFields.control_id.optional(),
};

type Move = Pick<z.infer<z.ZodObject<typeof change>>, "status" | "reason" | "until">;

/** Reason and end belong to a change of the status. */
const complete = <T extends z.ZodType<Move>>(body: T) =>
  body
    .refine(({ status, reason }) => reason === undefined || status !== undefined, {
      path: ["reason"],
      message: "gives the reason for a status change: send status as well",
    })
    .refine(({ status, until }) => until === undefined || status === "accepted", {
      path: ["until"],
      message: "is allowed only with status accepted",
    })
    .refine(({ status, until }) => status !== "accepted" || until !== undefined, {
      path: ["until"],
      message: "set the date the acceptance ends",
    });

export const UpdateFindingBody = complete(z.strictObject({ ...texts, ...change }))
  .meta({ examples: [{ status: "in-progress", severity: "High" }] })
  .register(schemaNames, { id: "UpdateFindingBody" });

const MAX_UPDATES = 100;

const updatedAt = Instant.optional().meta({
  description: "As you read it: answers 412 and changes nothing if the finding has changed since",
});

export const UpdateFindingsBody = z
  .strictObject({
    findings: z
      .array(complete(z.strictObject({ finding_id: Id, updated_at: updatedAt, ...change })))
      .min(1)
      .max(MAX_UPDATES),
  })
  .superRefine(({ findings }, ctx) => refuseTwice(ctx, "findings", findings, "finding_id"))
  .meta({
    examples: [
      {
        findings: [
          {
            finding_id: "01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f",
            status: "false-positive",
            reason: "The port is closed from outside",
          },
        ],
      },
    ],
  })
  .register(schemaNames, { id: "UpdateFindingsBody" });

export const findingChangeOf = (body: z.infer<typeof UpdateFindingBody>): FindingChange =>
  defined({
    title: body.title,
    description: body.description,
    severity: body.severity,
    category: body.category,
    controlId: body.control_id,
    dueDate: body.due_date,
    assignedTo: body.assigned_to,
  });

export const transitionOf = ({
  status,
  reason,
  until,
}: z.infer<typeof UpdateFindingBody>): Transition | null =>
  status === undefined ? null : { to: status, reason: reason ?? null, until: until ?? null };

export const CommentBody = defineBody("CommentBody", { text: Text, reply_to: Id.nullable().default(null) });
