import { z } from "zod";
import type { ImportResult, ImportRow, ImportedFinding } from "../../domain/findings/import.commands.ts";
import { IMPORT_OUTCOMES } from "../../domain/findings/import.rules.ts";
import { fieldErrors } from "../../platform/web/field-errors.ts";
import { Id, iso } from "../common.contract.ts";
import type { LargeBody } from "../route.ts";
import { Name, withDefaults } from "./finding-fields.contract.ts";

const ROWS_MAX = 1_000;

const Row = z.strictObject({
  ...withDefaults,
  due_date: withDefaults.due_date.transform(iso),
  source_id: z.string().min(1).max(200),
});

/** A row as JSON. */
type ReadRow =
  | { finding: Omit<ImportedFinding, "dueDate"> & { dueDate: string | null } }
  | Extract<ImportRow, { refused: object }>;

const sourceIdOf = (sent: unknown): string | null => {
  const { source_id: id } = (typeof sent === "object" && sent !== null ? sent : {}) as {
    source_id?: unknown;
  };
  return typeof id === "string" ? id.slice(0, 200) : null;
};

/** Reads one row by itself, so that one which is wrong loses no other. */
function readRow(sent: unknown): ReadRow {
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

/** 1,000 rows of a hundred values. */
export const IMPORT_BODY: LargeBody = {
  values: 100_000,
  schema: { module: import.meta.url, name: "ImportBody" },
};

export const importRowOf = (row: ReadRow): ImportRow =>
  "refused" in row
    ? row
    : {
        finding: {
          ...row.finding,
          dueDate: row.finding.dueDate === null ? null : new Date(row.finding.dueDate),
        },
      };

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
