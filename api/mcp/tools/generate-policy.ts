import { generatePolicy } from "../../../domain/policies/generate-policy.commands.ts";
import type { PolicyWriter } from "../../../domain/policies/policy-writer.ts";
import { loadProject } from "../../../domain/projects/project.queries.ts";
import { may } from "../../access.ts";
import {
  GenerateBody,
  PolicyTextView,
  policyRequestOf,
  presentText,
} from "../../policies/policies.contract.ts";
import { defineTool, type McpTool } from "../tool.ts";

export const generatePolicyTool = ({ writePolicy }: { writePolicy: PolicyWriter }): McpTool =>
  defineTool({
    name: "generate_policy",
    title: "Generate a policy",
    description:
      "Generate a company policy from a template and store it, in a project or for you alone. Repeating the call for the same type, company and project adds a version.",
    input: GenerateBody,
    output: PolicyTextView.omit({ quality_reasons: true }),
    hints: { readOnly: false, ownTransaction: true },
    access: may("policy.write"),
    load: async (ctx, input) => ({
      project: input.project_id === undefined ? null : await loadProject(ctx, input.project_id),
      owner: { id: ctx.actor.id },
    }),
    run: async (ctx, input, { project }) => {
      const request = policyRequestOf(input);
      return presentText(await generatePolicy(ctx, { project, request, write: writePolicy }));
    },
  });
