import { z } from "zod";
import { listFindings } from "../../../domain/findings/finding.queries.ts";
import { FINDING_STATUSES, SEVERITIES } from "../../../domain/findings/finding.rules.ts";
import { lists } from "../../access.ts";
import { FindingView, presentFinding } from "../../findings/findings.contract.ts";
import { ControlRef, Id } from "../../common.contract.ts";
import { Paged, paging, search, shortly } from "../paging.ts";
import { READS, defineTool } from "../tool.ts";

const Item = FindingView.pick({
  id: true,
  project_id: true,
  control_id: true,
  title: true,
  description: true,
  severity: true,
  status: true,
  status_reason: true,
  category: true,
  integration: true,
  due_date: true,
  overdue: true,
  created_at: true,
});

export const listFindingsTool = defineTool({
  name: "list_findings",
  title: "List findings",
  description:
    "List the findings you may see, newest first, in one project or all: problems that people or scanners found. Long descriptions are shortened.",
  input: z.strictObject({
    ...paging,
    search,
    project_id: Id.optional(),
    control_id: ControlRef.optional(),
    severity: z.array(z.enum(SEVERITIES)).min(1).optional(),
    status: z.array(z.enum(FINDING_STATUSES)).min(1).optional(),
    overdue: z.boolean().optional(),
  }),
  output: z.object({ findings: z.array(Item), pagination: Paged }),
  hints: READS,
  access: lists("finding.read"),
  run: async (ctx, { project_id: projectId, control_id: controlId, ...input }) => {
    const { items, pagination } = await listFindings(ctx, { ...input, projectId, controlId });
    const findings = items.map(presentFinding).map((finding) => ({
      ...finding,
      description: shortly(finding.description),
    }));
    return { findings, pagination };
  },
});
