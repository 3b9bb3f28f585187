import { z } from "zod";
import { PROJECT_STATUSES } from "../../domain/projects/project.rules.ts";
import type { Control } from "../../domain/controls/control.entity.ts";
import type { ControlFilter } from "../../domain/controls/control.queries.ts";
import type { ChangeDecision, ControlChange } from "../../domain/controls/control-update.commands.ts";
import {
  STATED_FIELDS,
  statementsIn,
  presentChange,
  type PendingChange,
  type Statements,
} from "../../domain/controls/statement.rules.ts";
import { CONTROL_STATUSES, PROGRESS_SOURCES } from "../../domain/controls/control.rules.ts";
import { NO_TEXT, type ControlText, type ControlTexts } from "../../domain/frameworks/control-text.rules.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import {
  ControlRef,
  Flag,
  Id,
  Instant,
  NamedId,
  PageOf,
  Timestamp,
  listQuery,
  namedPerson,
  personIn,
  several,
  severalNames,
} from "../common.contract.ts";
import type { RouteContext } from "../route.ts";
import { PersonOf } from "../people.contract.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineView } from "../define-schemas.ts";

export const ControlParams = z.strictObject({
  id: NamedId.meta({ description: "The project" }),
  controlId: ControlRef,
});

const change = {
  required_evidence: z.int().min(1).max(1_000).optional(),
  owner_id: Id.nullable().optional().meta({ description: "A participant in the project; null for none" }),
  due_date: Instant.nullable()
    .optional()
    .meta({ description: "By when the control should be complete; null for no date" }),
  not_applicable: z.boolean().optional(),
  justification: z.string().trim().max(2_000).nullable().optional(),
  progress: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .optional()
    .meta({ description: "Progress set by hand; null derives it from evidence again" }),
  reason: z.string().trim().max(2_000).optional().meta({
    description:
      "Why a figure changes; required when progress is set by hand or required_evidence is lowered. A justification also counts",
  }),
};

const FIGURES = ["required_evidence", "not_applicable", "justification", "progress"] as const;

/** A reason belongs to a figure: without one, it would be lost. */
const complete = <
  T extends z.ZodType<Pick<z.infer<z.ZodObject<typeof change>>, "reason" | (typeof FIGURES)[number]>>,
>(
  body: T,
) =>
  body.refine((sent) => !sent.reason || FIGURES.some((name) => sent[name] !== undefined), {
    path: ["reason"],
    message:
      "gives the reason for a figure: send required_evidence, not_applicable, justification or progress as well",
  });

export const UpdateControlBody = complete(z.strictObject(change))
  .meta({ examples: [{ not_applicable: true, justification: "The company has no offices" }] })
  .register(schemaNames, { id: "UpdateControlBody" });

export const UpdateControlsBody = z
  .strictObject({
    controls: z
      .array(complete(z.strictObject({ control_id: ControlRef, ...change })))
      .min(1)
      .max(500),
  })
  .meta({
    examples: [
      {
        controls: [
          { control_id: "CC6.4", not_applicable: true, justification: "The company has no offices" },
          { control_id: "CC6.1", required_evidence: 3 },
        ],
      },
    ],
  })
  .register(schemaNames, { id: "UpdateControlsBody" });

export const DecideChangeBody = z
  .strictObject({ note: z.string().trim().max(2_000).default("") })
  .meta({ examples: [{ note: "Seen on site" }] })
  .register(schemaNames, { id: "DecideChangeBody" });

/** A refusal needs a reason: it is all that the proposer gets. */
export const DeclineChangeBody = DecideChangeBody.refine(({ note }) => note !== "", {
  path: ["note"],
  message: "is required: give the reason",
})
  .meta({ examples: [{ note: "Two systems are in scope" }] })
  .register(schemaNames, { id: "DeclineChangeBody" });

/** The metadata of a route that decides on a statement. */
export interface DecidingRoute {
  decision: ChangeDecision["decision"];
  summary: string;
  body: typeof DecideChangeBody;
}

export const DECIDING_CONFLICT =
  "Nothing is pending, the caller proposed it, or the project is in audit and the caller is not its auditor";

export const WITHDRAWING_CONFLICT =
  "Nothing is pending, someone else proposed it, or the project is archived";

/** The change with the names of the domain. */
export const readControlChange = (body: z.infer<typeof UpdateControlBody>): ControlChange => ({
  requiredEvidence: body.required_evidence,
  ownerId: body.owner_id,
  dueDate: body.due_date,
  notApplicable: body.not_applicable,
  justification: body.justification,
  progress: body.progress,
  reason: body.reason,
});

const { created_after: _after, created_before: _before, ...query } = listQuery;

export const ControlQuery = z.strictObject({
  ...query,
  project_id: NamedId.meta({ description: "The project" }),
  status: several(CONTROL_STATUSES, "Only controls with these statuses"),
  category: severalNames(200, "Only controls of these categories of the framework"),
  owner_id: namedPerson("Only controls of this owner"),
  overdue: Flag.optional().meta({
    description: "Incomplete on their due date; false: all others",
  }),
  due_before: Instant.optional().meta({ description: "Only incomplete controls due before this time" }),
  not_applicable: Flag.optional().meta({
    description: "false excludes controls that do not apply, as scores do; true lists only those",
  }),
});

/** The filters with the names of the domain. */
export const controlFilterOf = (
  ctx: RouteContext,
  query: Omit<z.infer<typeof ControlQuery>, "project_id">,
): ControlFilter => ({
  status: query.status,
  category: query.category,
  notApplicable: query.not_applicable,
  ownerId: personIn(ctx, query.owner_id),
  overdue: query.overdue,
  dueBefore: query.due_before,
});

const StatementView = z.object({
  field: z.enum(STATED_FIELDS),
  reason: z.string(),
  said_by: Id,
  said_at: Timestamp,
  confirmed_by: Id.nullable(),
  confirmed_at: Timestamp.nullable(),
  note: z.string().nullable(),
});

const PendingChangeView = defineView("PendingChange", {
  progress: z.number().optional(),
  required_evidence: z.int().optional(),
  not_applicable: z.boolean().optional(),
  justification: z.string().optional(),
  reason: z.string(),
  said_by: Id,
  said_at: Timestamp,
});

/** Statements in a fixed order. */
export const presentStatements = (statements: Statements): z.infer<typeof StatementView>[] =>
  statementsIn(statements).map(({ field, statement: { from: _from, ...presented } }) => ({
    field,
    ...presented,
  }));

function presentPending(pending: PendingChange | null): z.infer<typeof PendingChangeView> | null {
  if (pending === null) return null;
  const { change: waiting, ...rest } = pending;
  const { progress, justification, ...presented } = presentChange(waiting);
  return {
    ...presented,
    ...(typeof progress === "number" && { progress }),
    ...(typeof justification === "string" && { justification }),
    ...rest,
  };
}

export const ControlView = defineView("Control", {
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
  due_date: Timestamp.nullable(),
  not_applicable: z.boolean(),
  out_of_scope: z.boolean().meta({ description: "Not applicable because its category is out of scope" }),
  justification: z.string().nullable(),
  statements: z.array(StatementView).meta({
    description: "Who set which figures of the control by hand, instead of deriving them from evidence",
  }),
  pending_change: PendingChangeView.nullable().meta({
    description:
      "The change the audited party proposed, until a manager, an admin or the auditor confirms it",
  }),
});

export const ControlTextView = z.object({
  summary: z.string().meta({ description: "The framework's requirement, in our own words" }),
  evidence_hints: z.array(z.string()).meta({ description: "What typical evidence looks like" }),
});

export const ControlDetail = ControlView.extend({
  ...ControlTextView.shape,
  related_controls: z
    .array(z.object({ framework: z.string(), number: z.string(), title: z.string() }))
    .meta({ description: "Similar controls of the other framework, by the cross map" }),
}).register(schemaNames, { id: "ControlDetail" });

export const ControlList = PageOf("controls", ControlDetail, "ControlList");

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
  due_date: control.dueDate?.toISOString() ?? null,
  not_applicable: control.notApplicable,
  out_of_scope: control.outOfScope,
  justification: control.justification ?? null,
  statements: presentStatements(control.statements),
  pending_change: presentPending(control.pendingChange ?? null),
});

export const presentControlText = ({
  summary,
  evidenceHints,
}: Pick<ControlText, "summary" | "evidenceHints">): z.infer<typeof ControlTextView> => ({
  summary,
  evidence_hints: [...evidenceHints],
});

/** A control with the text of its framework. */
export const presentControlDetail = (
  control: Row<Control>,
  texts: ControlTexts,
): z.infer<typeof ControlDetail> => {
  const text = texts.get(control.number) ?? NO_TEXT;
  const related = (text.related ?? []).map(({ frameworkId: framework, control: { number, title } }) => ({
    framework,
    number,
    title,
  }));
  return { ...presentControl(control), ...presentControlText(text), related_controls: related };
};

export const AllControlsQuery = ControlQuery.extend({
  project_id: NamedId.optional().meta({ description: "Only controls of this project" }),
  project_status: several(PROJECT_STATUSES, "Only controls of projects with these statuses"),
});

const ControlInProjectView = ControlView.extend({
  project_name: z.string(),
  project_framework: z.string(),
}).register(schemaNames, { id: "ControlInProject" });

export const AllControls = PageOf("controls", ControlInProjectView, "AllControls");
