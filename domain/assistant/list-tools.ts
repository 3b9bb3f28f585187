import { z } from "zod";
import { allControls } from "../controls/control.queries.ts";
import type { QueryContext } from "../context.ts";
import { listMilestones } from "../projects/milestone.queries.ts";
import { en } from "../texts/en.ts";
import { Nothing, noParameters, oneControl } from "./tool-parameters.ts";
import type { ModelTool } from "./converse.ts";
import { REQUESTED_CONTROLS, REQUESTED_EVIDENCE } from "./list-question.rules.ts";
import { describeControls, describeMilestones } from "./lists.rules.ts";
import { controlNumbered } from "./question.rules.ts";
import { readEvidenceList } from "./read-lists.ts";

const ControlsInput = z.strictObject({ state: z.enum(REQUESTED_CONTROLS).default("all") });
const EvidenceInput = z.strictObject({
  state: z.enum(REQUESTED_EVIDENCE).default("all"),
  control: z.string().max(50).nullish(),
});

const stateOf = (states: readonly string[]) => ({
  type: "string",
  enum: [...states],
  description: "All by default",
});

const controls = (ctx: QueryContext, projectId: string): ModelTool => ({
  description: {
    name: "list_controls",
    description: "List the project's controls in a state, with their progress and due dates.",
    parameters: {
      type: "object",
      properties: { state: stateOf(REQUESTED_CONTROLS) },
      additionalProperties: false,
    },
  },
  async run(given) {
    const input = ControlsInput.safeParse(given);
    if (!input.success) return { refused: "expects only a state, or no arguments" };
    const rows = await allControls(ctx, projectId);
    return { figures: { controls: describeControls(rows, input.data.state, ctx.clock.now(), en) } };
  },
});

const evidence = (ctx: QueryContext, projectId: string): ModelTool => ({
  description: {
    name: "list_evidence",
    description:
      "List the titles of the project's evidence in a state, with upload or expiry dates; search_evidence reads its content.",
    parameters: {
      type: "object",
      properties: {
        state: stateOf(REQUESTED_EVIDENCE),
        control: oneControl,
      },
      additionalProperties: false,
    },
  },
  async run(given) {
    const input = EvidenceInput.safeParse(given);
    if (!input.success) return { refused: "expects only a state and the number of a control" };
    const { state, control: number } = input.data;
    const all = await allControls(ctx, projectId);
    const control = number == null ? null : controlNumbered(all, number);
    if (control === undefined) return { refused: "the project has no such control" };
    return {
      figures: { evidence: await readEvidenceList(ctx, state, { projectId, control, controls: all }, en) },
    };
  },
});

const milestones = (ctx: QueryContext, projectId: string): ModelTool => ({
  description: {
    name: "list_milestones",
    description: "List the project's milestones that are ahead or were missed, with their due dates.",
    parameters: noParameters,
  },
  async run(given) {
    if (!Nothing.safeParse(given).success) return { refused: "expects no arguments" };
    return { figures: { milestones: describeMilestones(await listMilestones(ctx, { id: projectId }), en) } };
  },
});

/** Tools that list the rows of one project, which the caller can see. */
export const createListTools = (ctx: QueryContext, projectId: string): ModelTool[] => [
  controls(ctx, projectId),
  evidence(ctx, projectId),
  milestones(ctx, projectId),
];
