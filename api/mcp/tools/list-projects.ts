import { z } from "zod";
import { listProjects } from "../../../domain/projects/project.queries.ts";
import { PROJECT_STATUSES } from "../../../domain/projects/project.rules.ts";
import { ProjectSummary, presentProjectSummary } from "../../projects/projects.contract.ts";
import { lists } from "../../access.ts";
import { Paged, paging, search } from "../paging.ts";
import { READS, defineTool } from "../tool.ts";

const Item = ProjectSummary.pick({
  id: true,
  name: true,
  status: true,
  framework: true,
  compliance_score: true,
  period_start: true,
  period_end: true,
});

export const listProjectsTool = defineTool({
  name: "list_projects",
  title: "List projects",
  description:
    "List the compliance projects you may see, newest first, with framework, status and score. Start here: other tools need the id of a project.",
  input: z.strictObject({ ...paging, search, status: z.enum(PROJECT_STATUSES).optional() }),
  output: z.object({ projects: z.array(Item), pagination: Paged }),
  hints: READS,
  access: lists("project.read"),
  run: async (ctx, input) => {
    const { items, pagination } = await listProjects(ctx, input);
    return { projects: items.map(presentProjectSummary), pagination };
  },
});
