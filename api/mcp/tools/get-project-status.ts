import { z } from "zod";
import type { ControlGraph } from "../../../domain/compliance/control-graph.ts";
import { summaryOf } from "../../../domain/compliance/project-figures.queries.ts";
import { ControlView } from "../../controls/controls.contract.ts";
import { SummaryView, presentOverview, presentRisk } from "../../compliance/compliance.contract.ts";
import { ProjectSummary, presentProjectSummary } from "../../projects/projects.contract.ts";
import { Id } from "../../common.contract.ts";
import { READS, defineTool, type McpTool } from "../tool.ts";
import { readsProject } from "./reads-project.ts";

const Output = ProjectSummary.pick({
  name: true,
  description: true,
  status: true,
  framework: true,
  period_start: true,
  period_end: true,
}).extend({
  ...SummaryView.pick({
    overall_score: true,
    framework_scores: true,
    scored_categories: true,
    control_coverage: true,
    set_by_hand: true,
    left_out: true,
    waiting: true,
    evidence_quality: true,
    risk: true,
  }).shape,
  completion_percentage: SummaryView.shape.completionPercentage,
  critical_gaps: SummaryView.shape.criticalGaps,
  total_findings: SummaryView.shape.totalFindings,
  furthest_behind: z.array(ControlView.pick({ id: true, number: true, title: true, progress: true })),
});

export const getProjectStatus = ({ controlGraph }: { controlGraph: ControlGraph }): McpTool =>
  defineTool({
    name: "get_project_status",
    title: "Get a project's status",
    description:
      "Get a project's status: score overall and by trust category, coverage of controls, quality of evidence, risk, and the controls furthest behind.",
    input: z.strictObject({ project_id: Id }),
    output: Output,
    hints: READS,
    access: readsProject,
    run: async (ctx, _input, project) => {
      const { overview, findings } = await summaryOf(ctx, controlGraph, [project]);
      const presented = presentOverview(project.id, ctx.clock.now(), overview);
      return {
        ...presentProjectSummary(project),
        ...presented,
        risk: presentRisk(project.id, findings.risk),
        completion_percentage: presented.completionPercentage,
        critical_gaps: presented.criticalGaps,
        total_findings: findings.total,
        furthest_behind: presented.topMissingControls,
      };
    },
  });
