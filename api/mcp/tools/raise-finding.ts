import { z } from "zod";
import { createFinding } from "../../../domain/findings/finding.commands.ts";
import { presentDetail } from "../../../domain/findings/finding.queries.ts";
import { loadProject } from "../../../domain/projects/project.queries.ts";
import { may } from "../../access.ts";
import { CreateFindingBody, findingInputOf } from "../../findings/change-findings.contract.ts";
import { FindingDetail, presentInFull } from "../../findings/findings.contract.ts";
import { defineTool } from "../tool.ts";

const fields = CreateFindingBody.shape;

export const raiseFinding = defineTool({
  name: "raise_finding",
  title: "Raise a finding",
  description: "Record a problem in a project, for a control if it concerns one.",
  input: z.strictObject({
    project_id: fields.project_id,
    title: fields.title,
    description: fields.description,
    severity: fields.severity,
    category: fields.category,
    control_id: fields.control_id,
    assigned_to: fields.assigned_to,
  }),
  output: FindingDetail.omit({ integration_data: true }),
  hints: { readOnly: false },
  access: may("finding.create"),
  load: (ctx, input) => loadProject(ctx, input.project_id),
  run: async (ctx, stated, project) => {
    const manual = { integration: "manual", source_id: null, agent_id: null, integration_data: null };
    const input = findingInputOf({ ...stated, ...manual, due_date: null });
    return presentInFull(await presentDetail(ctx, await createFinding(ctx, { project, input })));
  },
});
