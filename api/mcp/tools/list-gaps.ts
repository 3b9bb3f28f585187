import { z } from "zod";
import { gapsOfProject } from "../../../domain/compliance/project-figures.queries.ts";
import type { ControlGraph } from "../../../domain/compliance/control-graph.ts";
import { GAP_REASONS } from "../../../domain/compliance/gaps.rules.ts";
import { GapList, presentGap } from "../../compliance/compliance.contract.ts";
import { ControlTextView, ControlView } from "../../controls/controls.contract.ts";
import { Id } from "../../common.contract.ts";
import { pageOf } from "../../../domain/listing.ts";
import { Paged, paging } from "../paging.ts";
import { READS, defineTool, type McpTool } from "../tool.ts";
import { readsProject } from "./reads-project.ts";

const GapItem = z.object({
  control: ControlView.pick({ id: true, number: true, title: true, status: true, progress: true }),
  reasons: z.array(z.enum(GAP_REASONS)),
  unread_evidence: GapList.shape.gaps.element.shape.unread_evidence,
  ...ControlTextView.shape,
  suggested_action: z.string(),
});

export const listGaps = ({ controlGraph }: { controlGraph: ControlGraph }): McpTool =>
  defineTool({
    name: "list_gaps",
    title: "List gaps",
    description:
      "List a project's gaps by control, worst first: the reasons for each and what to do about it.",
    input: z.strictObject({ project_id: Id, ...paging }),
    output: z.object({ gaps: z.array(GapItem), pagination: Paged }),
    hints: READS,
    access: readsProject,
    run: async (ctx, input, project) => {
      const gaps = await gapsOfProject(ctx, controlGraph, project);
      const { items, pagination } = pageOf(gaps, input);
      return { gaps: items.map(presentGap), pagination };
    },
  });
