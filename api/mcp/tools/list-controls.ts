import { z } from "zod";
import type { ControlGraph } from "../../../domain/compliance/control-graph.ts";
import { listControls } from "../../../domain/controls/control.queries.ts";
import { CONTROL_STATUSES } from "../../../domain/controls/control.rules.ts";
import { readControlTexts } from "../../../domain/frameworks/read-control-texts.ts";
import { ControlDetail, presentControlDetail } from "../../controls/controls.contract.ts";
import { Id } from "../../common.contract.ts";
import { Paged, paging, search } from "../paging.ts";
import { READS, defineTool, type McpTool } from "../tool.ts";
import { readsProject } from "./reads-project.ts";

export const listControlsTool = ({ controlGraph }: { controlGraph: ControlGraph }): McpTool =>
  defineTool({
    name: "list_controls",
    title: "List controls",
    description:
      "List a project's controls in the framework's order, with status, progress and how much evidence each has and needs.",
    input: z.strictObject({
      project_id: Id,
      ...paging,
      search,
      status: z.enum(CONTROL_STATUSES).optional(),
    }),
    output: z.object({
      controls: z.array(ControlDetail.omit({ project_id: true, owner_id: true })),
      pagination: Paged,
    }),
    hints: READS,
    access: readsProject,
    run: async (ctx, { project_id: projectId, ...input }, project) => {
      await controlGraph.ensure(ctx, project);
      const { items, pagination } = await listControls(ctx, { ...input, projectId });
      const texts = await readControlTexts(ctx, project.framework);
      return { controls: items.map((control) => presentControlDetail(control, texts)), pagination };
    },
  });
