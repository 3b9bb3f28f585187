import { z } from "zod";
import { FINDING_STATUSES, SEVERITIES } from "../../domain/findings/finding.rules.ts";
import type { FindingChange, FindingInput } from "../../domain/findings/finding.commands.ts";
import { IMPORT_OUTCOMES, type ImportResult, type ImportRow } from "../../domain/findings/import.commands.ts";
import type { Transition } from "../../domain/findings/move-finding.ts";
import { fieldErrors } from "../../platform/web/field-errors.ts";
import { ControlRef, Id, Instant } from "../common.contract.ts";

const DEPTH_MAX = 20;
const DATA_CHARACTERS_MAX = 20_000;
const ROWS_MAX = 1_000;

/** Without recursion: a hostile body is nested as deep as it is long. */
function isDeeperThan(depth: number, value: unknown): boolean {
  let level = [value];
  for (let n = 0; n <= depth; n += 1) {
    level = level.flatMap((item): unknown[] =>
      typeof item === "object" && item !== null ? Object.values(item) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

const IntegrationData = z
  .record(z.string(), z.unknown())
  .refine((data) => !isDeeperThan(DEPTH_MAX, data), `is nested more than ${DEPTH_MAX} deep`)
  .refine(
    (data) => isDeeperThan(DEPTH_MAX, data) || JSON.stringify(data).length <= DATA_CHARACTERS_MAX,
    `is more than ${DATA_CHARACTERS_MAX} characters of JSON`,
  )
  .meta({ description: "Whatever the integration says about it, kept as it comes" });

const Text = z.string().trim().min(1).max(10_000);
const Name = z.string().trim().min(1).max(100);
const DueDate = Instant.nullable().meta({
  description: "Null leaves it to the severity: 7, 30, 90 and 180 days, none for Info",
});

const said = {
  title: z.string().trim().min(1).max(200),
  description: z.string().max(10_000),
  severity: z.enum(SEVERITIES),
  category: Name,
  control_id: ControlRef.nullable(),
  due_date: DueDate,
};

const withDefaults = {
  ...said,
  description: said.description.default(""),
  category: said.category.default("general"),
  control_id: said.control_id.default(null),
  due_date: said.due_date.default(null),
  integration_data: IntegrationData.nullable().default(null),
};

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
  });

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

export const UpdateFindingBody = z
  .strictObject({
    title: said.title.optional(),
    description: said.description.optional(),
    severity: said.severity.optional(),
    category: said.category.optional(),
    control_id: said.control_id.optional(),
    due_date: said.due_date.optional(),
    assigned_to: Id.nullable().optional(),
    status: z.enum(FINDING_STATUSES).optional(),
    reason: Text.optional().meta({
      description: "Why the status changes; of `resolved`, how. Decisions and taking them back need one",
    }),
    until: Instant.optional().meta({ description: "When an acceptance is over and the finding opens again" }),
  })
  .refine(({ status, reason }) => reason === undefined || status !== undefined, {
    path: ["reason"],
    message: "says why the status changes: send the status as well",
  })
  .refine(({ status, until }) => until === undefined || status === "accepted", {
    path: ["until"],
    message: "is for status accepted only",
  })
  .refine(({ status, until }) => status !== "accepted" || until !== undefined, {
    path: ["until"],
    message: "say when the acceptance is over",
  })
  .meta({ examples: [{ status: "in-progress", severity: "High" }] });

export function findingChangeOf(body: z.infer<typeof UpdateFindingBody>): FindingChange {
  const change = {
    title: body.title,
    description: body.description,
    severity: body.severity,
    category: body.category,
    controlId: body.control_id,
    dueDate: body.due_date,
    assignedTo: body.assigned_to,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

export const transitionOf = ({
  status,
  reason,
  until,
}: z.infer<typeof UpdateFindingBody>): Transition | null =>
  status === undefined ? null : { to: status, reason: reason ?? null, until: until ?? null };

export const CommentBody = z.strictObject({ text: Text, reply_to: Id.nullable().default(null) });

const Row = z.strictObject({ ...withDefaults, source_id: z.string().min(1).max(200) });

const sourceIdOf = (sent: unknown): string | null => {
  const { source_id: id } = (typeof sent === "object" && sent !== null ? sent : {}) as {
    source_id?: unknown;
  };
  return typeof id === "string" ? id.slice(0, 200) : null;
};

/** Reads one row by itself, so that one which is wrong loses no other. */
function readRow(sent: unknown): ImportRow {
  const parsed = Row.safeParse(sent);
  if (!parsed.success)
    return { sourceId: sourceIdOf(sent), refused: fieldErrors("finding", parsed.error)[0]! };
  const { source_id, control_id, due_date, integration_data, ...rest } = parsed.data;
  return {
    finding: {
      ...rest,
      sourceId: source_id,
      controlId: control_id,
      dueDate: due_date,
      integrationData: integration_data,
    },
  };
}

export const ImportBody = z.strictObject({
  project_id: Id,
  integration: Name,
  agent_id: Id.nullable().default(null),
  findings: z
    .array(
      z.unknown().transform(readRow).meta({
        description:
          "As in the creation of a finding, with `source_id` and without `project_id`, `integration`, `agent_id` and `assigned_to`",
      }),
    )
    .min(1)
    .max(ROWS_MAX),
});

export const ImportView = z.object({
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  invalid: z.int(),
  results: z.array(
    z.object({
      index: z.int(),
      source_id: z.string().nullable(),
      outcome: z.enum(IMPORT_OUTCOMES),
      finding_id: Id.nullable(),
      reason: z.object({ field: z.string(), error: z.string() }).nullable(),
    }),
  ),
});

export function presentImport(results: readonly ImportResult[]): z.infer<typeof ImportView> {
  const totalOf = (wanted: ImportResult["outcome"]): number =>
    results.filter(({ outcome }) => outcome === wanted).length;
  return {
    created: totalOf("created"),
    updated: totalOf("updated"),
    unchanged: totalOf("unchanged"),
    invalid: totalOf("invalid"),
    results: results.map(({ sourceId, outcome, findingId, refused }, index) => ({
      index,
      source_id: sourceId,
      outcome,
      finding_id: findingId,
      reason: refused,
    })),
  };
}
