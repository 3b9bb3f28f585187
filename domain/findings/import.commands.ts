import type { FieldError } from "../../platform/errors.ts";
import { Agent } from "../agents/agent.entity.ts";
import { Control } from "../controls/control.entity.ts";
import { allControls } from "../controls/control.queries.ts";
import { byName } from "../controls/control.rules.ts";
import type { CommandContext } from "../context.ts";
import type { Project } from "../projects/project.entity.ts";
import { loadProject } from "../projects/project.queries.ts";
import { findRefusedChange } from "./find-refused-change.ts";
import { Finding } from "./finding.entity.ts";
import type { Severity } from "./finding.rules.ts";
import type { RequestedValues } from "./protected-fields.rules.ts";
import { newsOf, reopens, type IMPORT_OUTCOMES, type ReportedValues } from "./import.rules.ts";
import { applyTransition } from "./move-finding.ts";
import { loadProjectAgent } from "./load-project-agent.ts";
import { raiseFinding, recordUpdate } from "./raise-finding.ts";
import { withRisk } from "./with-risk.ts";

export interface ImportedFinding {
  sourceId: string;
  title: string;
  description: string;
  severity: Severity;
  category: string;
  controlId: string | null;
  dueDate: Date | null;
  integrationData: Record<string, unknown> | null;
}

/** A parsed row: a finding, or why it is invalid. */
export type ImportRow =
  | { finding: ImportedFinding }
  | {
      outcome: "skipped" | "invalid";
      sourceId: string | null;
      /** If it has one. */
      title?: string;
      refused: FieldError;
    };

export interface ImportInput {
  project: Project;
  integration: string;
  agentId: string | null;
  rows: readonly ImportRow[];
}

/** The result of one row. */
export interface ImportResult {
  sourceId: string | null;
  /** Missing for rows without one. */
  title?: string;
  outcome: (typeof IMPORT_OUTCOMES)[number];
  findingId: string | null;
  /** Whether it reopens the finding. */
  reopened?: boolean;
  refused: FieldError | null;
}

/** Look-up tables of an import. */
interface Import {
  ctx: CommandContext;
  project: Project;
  integration: string;
  agent: Agent | null;
  /** By source id. */
  known: Map<string, Finding>;
  /** By each of their names. */
  controls: ReadonlyMap<string, Pick<Control, "id">>;
  /** The source ids seen in this import. */
  seen: Set<string>;
}

/** Shared by all parts of an import. */
type Shared = Pick<Import, "controls" | "seen" | "agent">;

/**
 * Starts one part of the rows with an empty identity map, so that rows written earlier are not checked again.
 */
async function begin(
  { em, ...ctx }: CommandContext,
  { project: { id }, integration, rows }: ImportInput,
  { agent, ...shared }: Shared,
): Promise<Import> {
  const part = { ...ctx, em: em.fork({ keepTransactionContext: true }) };
  const sourceIds = rows.flatMap((row) => ("finding" in row ? [row.finding.sourceId] : []));
  // Access rules read the project of a finding, which is this one for all.
  const project = await loadProject(part, id);
  const known = await part.em.find(Finding, { project: id, integration, sourceId: { $in: sourceIds } });
  return {
    ...shared,
    ctx: part,
    project,
    integration,
    agent: agent === null ? null : part.em.getReference(Agent, agent.id),
    known: new Map(known.map((finding) => [finding.sourceId!, finding])),
  };
}

const reportOf = (row: ImportedFinding): ReportedValues => ({
  title: row.title,
  description: row.description,
  severity: row.severity,
  category: row.category,
  control_id: row.controlId,
  due_date: row.dueDate?.toISOString() ?? null,
  integration_data: row.integrationData,
});

function create(at: Import, row: ImportedFinding, control: Control | null): ImportResult {
  const { ctx, project, integration, agent } = at;
  const { controlId: _, ...values } = row;
  const statement = { ...values, control, integration, agent, assignedTo: null };
  const kept = { reported: reportOf(row), lastSeenAt: ctx.clock.now() };
  const { id } = raiseFinding(ctx, project, statement, kept);
  return { sourceId: row.sourceId, outcome: "created", findingId: id, refused: null };
}

/** Applies the news of the integration. */
function applyNews(
  finding: Finding,
  row: ImportedFinding,
  control: Control | null,
  news: readonly (keyof ReportedValues)[],
): void {
  if (news.includes("title")) finding.title = row.title;
  if (news.includes("description")) finding.description = row.description;
  if (news.includes("category")) finding.category = row.category;
  if (news.includes("control_id")) finding.control = control;
  if (news.includes("integration_data")) finding.integrationData = row.integrationData;
  if (news.includes("severity")) finding.rate(row.severity);
  if (news.includes("due_date")) finding.dueOn(row.dueDate);
}

/** The fields that the news would change. */
function requestedValues(
  row: ImportedFinding,
  control: Control | null,
  news: readonly (keyof ReportedValues)[],
): RequestedValues {
  const { title, description, severity } = row;
  const values = { title, description, severity, control_id: control?.id ?? null, due_date: row.dueDate };
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => news.includes(field as keyof ReportedValues)),
  );
}

function update(at: Import, finding: Finding, row: ImportedFinding, control: Control | null): ImportResult {
  const { ctx, agent } = at;
  const report = reportOf(row);
  const news = newsOf(finding.reported ?? null, report);
  const isOfOther = agent !== null && finding.agent?.id !== agent.id;
  const severityBefore = finding.reported?.severity ?? finding.severity;
  const same = { sourceId: row.sourceId, findingId: finding.id, refused: null };
  if (news.length === 0 && !isOfOther) return { ...same, outcome: "unchanged" };
  const held = findRefusedChange(ctx, finding, requestedValues(row, control, news));
  if (held !== null) {
    const { cause: _, ...refused } = held;
    return { ...same, outcome: "invalid", refused };
  }
  applyNews(finding, row, control, news);
  finding.reported = report;
  if (agent !== null) finding.agent = agent;
  recordUpdate(ctx, finding, isOfOther ? [...news, "agent"] : news);
  const reopened = reopens(finding.status, severityBefore, row.severity);
  if (reopened) {
    const reason = `${at.integration} now reports it as ${row.severity}, previously as ${severityBefore}`;
    applyTransition(ctx, finding, { to: "open", reason, until: null });
  }
  return { ...same, outcome: "updated", reopened };
}

function importRow(at: Import, row: ImportRow): ImportResult {
  const refuse = (sourceId: string | null, refused: FieldError): ImportResult => ({
    sourceId,
    outcome: "invalid",
    findingId: null,
    refused,
  });
  if (!("finding" in row)) return { ...row, findingId: null };
  const { sourceId, controlId } = row.finding;
  if (at.seen.has(sourceId))
    return refuse(sourceId, {
      field: "source_id",
      error: "is duplicated in this import; the first row was used",
      reason: "row_repeated",
    });
  const named = controlId === null ? undefined : at.controls.get(controlId);
  const control = named === undefined ? null : at.ctx.em.getReference(Control, named.id);
  if (controlId !== null && control === null)
    return refuse(sourceId, {
      field: "control_id",
      error: `the project has no control "${controlId}"`,
      reason: "no_such_control",
      values: { control: controlId },
    });
  at.seen.add(sourceId);
  const known = at.known.get(sourceId);
  return known === undefined ? create(at, row.finding, control) : update(at, known, row.finding, control);
}

const titleOf = (row: ImportRow): Pick<ImportResult, "title"> =>
  "finding" in row ? { title: row.finding.title } : {};

/** Rows processed and written at once; other work gets its turn before the next batch. */
const ROWS_AT_ONCE = 50;

/**
 * Imports the findings of an integration: rows are independent, so an invalid one does not affect others.
 * Importing the same again changes nothing. Returns the result of each row, in order.
 */
export function importFindings(ctx: CommandContext, input: ImportInput): Promise<ImportResult[]> {
  const { project, agentId, rows } = input;
  return withRisk(ctx, project, async () => {
    const agent = agentId === null ? null : await loadProjectAgent(ctx, project, agentId);
    const shared = {
      agent,
      controls: byName(await allControls(ctx, project.id), project.framework),
      seen: new Set<string>(),
    };
    const results: ImportResult[] = [];
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const part = { ...input, rows: rows.slice(from, from + ROWS_AT_ONCE) };
      const at = await begin(ctx, part, shared);
      results.push(...part.rows.map((row) => ({ ...titleOf(row), ...importRow(at, row) })));
      await at.ctx.em.flush();
    }
    const now = ctx.clock.now();
    if (agent !== null) agent.lastHeartbeatAt = now;
    const ids = results.flatMap(({ findingId }) => findingId ?? []);
    await ctx.em.nativeUpdate(Finding, { id: { $in: ids } }, { lastSeenAt: now });
    return results;
  });
}

/** Rolls the import back, and carries its results out of the transaction. */
class RolledBack extends Error {
  readonly results: ImportResult[];

  constructor(results: ImportResult[]) {
    super("a preview changes nothing");
    this.results = results;
  }
}

/** The results that an import would have. Changes nothing. */
export async function previewImport(ctx: CommandContext, input: ImportInput): Promise<ImportResult[]> {
  try {
    return await ctx.em.transactional(async (em) => {
      throw new RolledBack(await importFindings({ ...ctx, em, events: [] }, input));
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
    return error.results.map((result) =>
      result.outcome === "created" ? { ...result, findingId: null } : result,
    );
  }
}
