import { allControls } from "../controls/control.queries.ts";
import { z } from "zod";
import type { ModelTool } from "./converse.ts";
import type { ToolDescription } from "../language-model/language-model.ts";
import { readGaps, readScore } from "../compliance/compliance.queries.ts";
import { explainScore } from "../compliance/score.rules.ts";
import type { QueryContext } from "../context.ts";
import { fieldsByHand } from "../controls/statement.rules.ts";
import { countFindings, listFindings } from "../findings/finding.queries.ts";
import { ACTIVE_STATUSES } from "../findings/finding.rules.ts";
import { Nothing, noParameters, oneControl } from "./tool-parameters.ts";

const MAX = 20;
const ControlInput = z.strictObject({ control: z.string().max(50).nullish() });

const perhapsOneControl: ToolDescription["parameters"] = {
  type: "object",
  properties: { control: oneControl },
  additionalProperties: false,
};

const explain = (ctx: QueryContext, projectId: string): ModelTool => ({
  description: {
    name: "explain_score",
    description: "Get the project's compliance score and how it is computed.",
    parameters: noParameters,
  },
  async run(given) {
    if (!Nothing.safeParse(given).success) return { refused: "expects no arguments" };
    const { controls, ...figures } = await readScore(ctx, projectId, await allControls(ctx, projectId));
    return { figures: { ...figures, largest_losses: explainScore(controls).slice(0, MAX) } };
  },
});

const gaps = (ctx: QueryContext, projectId: string): ModelTool => ({
  description: {
    name: "list_gaps",
    description: "List the project's gaps by control, worst first.",
    parameters: perhapsOneControl,
  },
  async run(given) {
    const input = ControlInput.safeParse(given);
    if (!input.success) return { refused: "expects only the number of a control, or no arguments" };
    const wanted = input.data.control ?? null;
    const controls = await allControls(ctx, projectId);
    const one = controls.find(({ number }) => number === wanted);
    // An empty list would mean that nothing is missing.
    if (wanted !== null && one === undefined) return { refused: "the project has no such control" };
    if (one?.notApplicable === true)
      return { figures: { control: wanted, not_applicable: true, justification: one.justification ?? null } };
    const all = await readGaps(ctx, projectId, controls);
    const requested = all.filter(({ control }) => wanted === null || control.number === wanted);
    const presented = requested.slice(0, MAX).map(({ control, reasons, summary, suggestedAction }) => ({
      control: control.number,
      title: control.title,
      asks_for: summary,
      progress: control.progress,
      required_evidence: control.requiredEvidence,
      approved_evidence: control.approvedEvidence,
      pending_evidence: control.pendingEvidence,
      set_by_hand: fieldsByHand(control),
      reasons,
      suggested_action: suggestedAction,
    }));
    return { figures: { total: requested.length, gaps: presented } };
  },
});

const findings = (ctx: QueryContext, projectId: string): ModelTool => ({
  description: {
    name: "list_findings",
    description:
      "List the project's open and in-progress findings, most severe first, with the resulting risk.",
    parameters: noParameters,
  },
  async run(given) {
    if (!Nothing.safeParse(given).success) return { refused: "expects no arguments" };
    const filter = { projectId, status: ACTIVE_STATUSES };
    const [{ risk, overdue }, { items, pagination }] = await Promise.all([
      countFindings(ctx, { projectId }),
      listFindings(ctx, { ...filter, page: 1, limit: MAX, sort: "severity", order: "desc" }),
    ]);
    const presented = items.map(({ finding }) => ({
      title: finding.title,
      severity: finding.severity,
      status: finding.status,
      category: finding.category,
      due: finding.dueDate,
    }));
    return { figures: { risk, overdue, total: pagination.total, findings: presented } };
  },
});

/** Tools for the figures of one project, which the caller can see. */
export const createFigureTools = (ctx: QueryContext, projectId: string): ModelTool[] => [
  explain(ctx, projectId),
  gaps(ctx, projectId),
  findings(ctx, projectId),
];
