import { z } from "zod";
import type { ControlGraph } from "../../../domain/compliance/control-graph.ts";
import { explainedScore } from "../../../domain/compliance/project-figures.queries.ts";
import { ScoreView } from "../../compliance/compliance.contract.ts";
import { Id, iso } from "../../common.contract.ts";
import { pageOf } from "../../../domain/listing.ts";
import { Paged, paging } from "../paging.ts";
import { READS, defineTool, type McpTool } from "../tool.ts";
import { readsProject } from "./reads-project.ts";

const Change = z.object({ number: z.string(), from: z.number(), to: z.number() });

const Output = ScoreView.pick({ overall_score: true }).extend({
  controls: z
    .array(ScoreView.shape.explanation.unwrap().element)
    .meta({ description: "Points each control wins and loses, largest loss first" }),
  pagination: Paged,
  changed_since: z.string().nullable().meta({ description: "Time of the last snapshot" }),
  changes: z.array(Change).meta({ description: "Controls changed since then, at most `limit`" }),
});

export const explainScoreTool = ({ controlGraph }: { controlGraph: ControlGraph }): McpTool =>
  defineTool({
    name: "explain_score",
    title: "Explain a project's score",
    description:
      "Explain a project's score: the points each control wins and loses and why, largest loss first, and what changed since the last snapshot.",
    input: z.strictObject({ project_id: Id, ...paging }),
    output: Output,
    hints: READS,
    access: readsProject,
    run: async (ctx, input, project) => {
      const { figures, explanation } = await explainedScore(ctx, controlGraph, project);
      const { items, pagination } = pageOf(explanation.shares, input);
      return {
        overall_score: figures.overall,
        controls: items,
        pagination,
        changed_since: iso(explanation.since),
        changes: explanation.changes.slice(0, input.limit),
      };
    },
  });
