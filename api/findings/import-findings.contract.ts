import { z } from "zod";
import type { ImportResult, ImportRow, ImportedFinding } from "../../domain/findings/import.commands.ts";
import { SEVERITIES } from "../../domain/findings/finding.rules.ts";
import { IMPORT_OUTCOMES } from "../../domain/findings/import.rules.ts";
import { readFindingsCsv, type CsvRow } from "../../domain/findings/read-findings-csv.ts";
import { readSarif, type SarifRow } from "../../domain/findings/read-sarif.ts";
import { SarifLog } from "../../domain/findings/sarif.ts";
import { SEVERITY_HINT, severityMeant } from "../../domain/findings/severity-words.rules.ts";
import type { FieldError } from "../../platform/errors.ts";
import { fieldErrors } from "../../platform/field-errors.ts";
import { Id, iso } from "../common.contract.ts";
import type { LargeBody } from "../route.ts";
import { Name, withDefaults } from "./finding-fields.contract.ts";
import { beginningOf } from "../../platform/beginning-of.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineView } from "../define-schemas.ts";

const ROWS_MAX = 1_000;
const TOO_MANY = `send at most ${ROWS_MAX} at a time`;

const Row = z.strictObject({
  ...withDefaults,
  severity: z.preprocess((value) => severityMeant(value) ?? value, z.enum(SEVERITIES, SEVERITY_HINT)),
  due_date: withDefaults.due_date.transform(iso),
  source_id: z.string().min(1).max(200),
});

/** A row as JSON. */
type ReadRow =
  | { finding: Omit<ImportedFinding, "dueDate"> & { dueDate: string | null } }
  | Exclude<ImportRow, { finding: object }>;

/** What names an invalid row. */
function namesIn(sent: unknown): { sourceId: string | null; title?: string } {
  const { source_id: id, title } = (typeof sent === "object" && sent !== null ? sent : {}) as {
    source_id?: unknown;
    title?: unknown;
  };
  const sourceId = typeof id === "string" ? beginningOf(id, 200) : null;
  return typeof title === "string" && title !== ""
    ? { sourceId, title: beginningOf(title, 200) }
    : { sourceId };
}

/** Reads each row separately, so that an invalid one does not affect others. */
function readRow(sent: unknown): ReadRow {
  const parsed = Row.safeParse(sent);
  if (!parsed.success) {
    const [refused] = fieldErrors("finding", parsed.error, sent);
    return { outcome: "invalid", ...namesIn(sent), refused: refused! };
  }
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

function readSarifRow(read: SarifRow): ReadRow {
  if ("row" in read) return readRow(read.row);
  return read;
}

function readCsvRow({ line, row }: CsvRow): ReadRow {
  const read = readRow(row);
  if (!("refused" in read)) return read;
  const { error, values, ...rest } = read.refused;
  return { ...read, refused: { ...rest, error: `line ${line}: ${error}`, values: { ...values, line } } };
}

/** The schema of a row for the description, although rows are validated separately. */
const { $schema: _, ...rowSchema } = z.toJSONSchema(Row.extend({ severity: z.string().or(z.number()) }), {
  io: "input",
});

const Sent = z
  .strictObject({
    project_id: Id,
    integration: Name.optional().meta({
      description: "The integration that reports them; for SARIF, by default the tool that wrote the log",
    }),
    agent_id: Id.nullable().default(null),
    dry_run: z.boolean().default(false).meta({ description: "true: preview the import without changes" }),
    findings: z
      .array(
        z.unknown().meta({
          ...rowSchema,
          id: "FindingRow",
          description:
            "Fields as when a finding is created; `severity` may also be a scanner's own word or a CVSS score",
        }),
      )
      .min(1)
      .max(ROWS_MAX, TOO_MANY)
      .optional(),
    sarif: z
      .looseObject({})
      .pipe(SarifLog)
      .optional()
      .meta({ description: "A SARIF 2.1.0 log; each result is a row" }),
    csv: z.string().optional().meta({
      description:
        "A CSV file with a header line: title and severity, and optionally source_id, description, category, control_id and due_date",
    }),
  })
  .meta({
    description: "One of `findings`, `sarif` and `csv`",
    examples: [
      {
        project_id: "01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f",
        integration: "house scanner",
        findings: [{ source_id: "port-22", title: "Port 22 open", severity: "high", control_id: "CC6.6" }],
      },
    ],
  })
  .register(schemaNames, { id: "ImportFindingsBody" });

type SentImport = z.infer<typeof Sent>;

/** The rows, or the problem with all of them. */
function rowsOf({ findings, sarif, csv }: SentImport): ReadRow[] | FieldError {
  if ([findings, sarif, csv].filter((one) => one !== undefined).length !== 1)
    return { field: "findings", error: "send one of findings, sarif and csv", reason: "one_format" };
  if (findings !== undefined) return findings.map(readRow);
  if (sarif !== undefined) {
    const count = sarif.runs.reduce((sum, { results }) => sum + (results?.length ?? 0), 0);
    if (count > ROWS_MAX)
      return {
        field: "sarif",
        error: `has ${count} results: ${TOO_MANY}`,
        reason: "sarif_too_long",
        values: { results: count, limit: ROWS_MAX },
      };
    return readSarif(sarif, (error, of) => fieldErrors("", error, of)[0]!).map(readSarifRow);
  }
  const rows = readFindingsCsv(csv!, ROWS_MAX);
  return "error" in rows ? { field: "csv", ...rows } : rows.map(readCsvRow);
}

/** The reporting integration, or why it is unknown. */
function integrationOf({ integration, sarif }: SentImport): string | FieldError {
  const field = "integration";
  if (integration !== undefined) return integration;
  if (sarif === undefined) return { field, error: "is required", reason: "required" };
  const tools = new Set(sarif.runs.map(({ tool }) => beginningOf(tool.driver.name, 100)));
  const [only] = tools;
  if (only !== undefined && tools.size === 1) return only;
  const error = "is required: the log has results from several tools, or names none";
  return { field, error, reason: "integration_unclear" };
}

export const ImportBody = Sent.transform((sent, ctx) => {
  const [integration, findings] = [integrationOf(sent), rowsOf(sent)];
  if (typeof integration === "string" && Array.isArray(findings))
    return {
      project_id: sent.project_id,
      agent_id: sent.agent_id,
      dry_run: sent.dry_run,
      integration,
      findings,
    };
  for (const wrong of [integration, findings])
    if (typeof wrong === "object" && "error" in wrong)
      ctx.addIssue({ code: "custom", path: [wrong.field], message: wrong.error, params: { ...wrong } });
  return z.NEVER;
});

/** SARIF results contain much that is ignored. */
export const IMPORT_BODY: LargeBody = {
  values: 500_000,
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

export const ImportView = defineView("FindingImport", {
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  skipped: z.int().meta({ description: "SARIF results that are not findings, such as suppressed ones" }),
  invalid: z.int(),
  results: z.array(
    z.object({
      index: z.int(),
      source_id: z.string().nullable(),
      title: z.string().nullable().meta({ description: "null for a row without one" }),
      outcome: z.enum(IMPORT_OUTCOMES),
      finding_id: Id.nullable().meta({ description: "null in a dry run for what it would create" }),
      reopened: z.boolean().meta({
        description: "Whether it reopens a finding that was resolved, closed, accepted or marked",
      }),
      reason: z
        .object({
          field: z.string(),
          error: z.string(),
          reason: z.string().nullable().meta({ description: "The error as a code, for other languages" }),
          values: z.record(z.string(), z.unknown()).meta({ description: "What the error names" }),
        })
        .nullable(),
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
    skipped: totalOf("skipped"),
    invalid: totalOf("invalid"),
    results: results.map(
      ({ sourceId, title = null, outcome, findingId, reopened = false, refused }, index) => ({
        index,
        source_id: sourceId,
        title,
        outcome,
        finding_id: findingId,
        reopened,
        reason: refused === null ? null : { reason: null, values: {}, ...refused },
      }),
    ),
  };
}
