import { z } from "zod";
import type { GraphElement } from "../../domain/compliance/control-graph.ts";
import type { QueryContext } from "../../domain/context.ts";
import type { Control } from "../../domain/controls/control.entity.ts";
import type { Project } from "../../domain/projects/project.entity.ts";
import type { Row } from "../../platform/database/read-rows.ts";

/**
 * The request to the graph service: the caller and the state of the controls. See docs/control-graph.md
 * for its fields.
 */
export function graphQuestion(
  { actor }: QueryContext,
  { id, framework }: Row<Project>,
  controls: readonly Row<Control>[],
) {
  return {
    user: { id: actor.id, role: actor.role },
    project: { id, framework },
    controls: controls.map((control) => ({
      id: control.id,
      number: control.number,
      title: control.title,
      not_applicable: control.notApplicable,
      status: control.status,
      progress: control.progress,
      evidence: {
        required: control.requiredEvidence,
        approved: control.approvedEvidence,
        pending: control.pendingEvidence,
      },
    })),
  };
}

const Name = z.string().min(1).max(500);
const count = z.int().min(0);

const ControlNode = z.object({
  kind: z.literal("control"),
  id: Name,
  label: Name,
  status: z.enum(["not_started", "in_progress", "complete"]),
  progress: z.number().min(0).max(100),
  evidence: z.object({ approved: count, pending: count }),
});
const PlainNode = z.object({
  kind: z.enum(["framework", "related_control", "evidence", "finding"]),
  id: Name,
  label: Name,
  status: Name.nullable().default(null),
});
const Edge = z.object({
  kind: z.enum(["requires", "maps_to", "supports", "concerns"]),
  from: Name,
  to: Name,
});

/** Its response. Other fields are omitted. */
export const GraphAnswer = z
  .object({
    nodes: z.array(z.discriminatedUnion("kind", [ControlNode, PlainNode])),
    edges: z.array(Edge),
  })
  .refine(({ nodes }) => new Set(nodes.map(({ id }) => id)).size === nodes.length, "names a node twice")
  .refine(({ nodes, edges }) => {
    const ids = new Set(nodes.map(({ id }) => id));
    return edges.every(({ from, to }) => ids.has(from) && ids.has(to));
  }, "has an edge to a missing node");

type GraphNodes = z.infer<typeof GraphAnswer>["nodes"];

const elementOf = (node: GraphNodes[number]): GraphElement => {
  if (node.kind !== "control") return { element: "node", ...node };
  const { evidence, ...rest } = node;
  return {
    element: "node",
    ...rest,
    approvedEvidence: evidence.approved,
    pendingEvidence: evidence.pending,
  };
};

export const elementsOf = ({ nodes, edges }: z.infer<typeof GraphAnswer>): GraphElement[] => [
  ...nodes.map(elementOf),
  ...edges.map((edge): GraphElement => ({ element: "edge", ...edge })),
];
