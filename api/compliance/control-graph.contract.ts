import { z } from "zod";
import { GRAPH_EDGES, PLAIN_NODES, type GraphElement } from "../../domain/compliance/control-graph.ts";
import { CONTROL_STATUSES } from "../../domain/controls/control.rules.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineView } from "../define-schemas.ts";

const ControlNode = defineView("ControlNode", {
  element: z.literal("node"),
  kind: z.literal("control"),
  id: z.string(),
  label: z.string(),
  status: z.enum(CONTROL_STATUSES),
  progress: z.number(),
  approved_evidence: z.int(),
  pending_evidence: z.int(),
});

const PlainNode = z.object({
  element: z.literal("node"),
  kind: z.enum(PLAIN_NODES),
  id: z.string(),
  label: z.string(),
  status: z.string().nullable(),
});

const Edge = defineView("ComplianceEdge", {
  element: z.literal("edge"),
  kind: z.enum(GRAPH_EDGES),
  from: z.string().meta({ description: "Id of a node" }),
  to: z.string().meta({ description: "Id of a node" }),
});

/** One list, so that an empty graph is an empty array. */
export const GraphView = z
  .array(z.discriminatedUnion("kind", [ControlNode, PlainNode, Edge]))
  .register(schemaNames, { id: "ComplianceGraph" });

export const presentElement = (element: GraphElement): z.infer<typeof GraphView>[number] => {
  if (element.element === "edge" || element.kind !== "control") return element;
  const { approvedEvidence, pendingEvidence, ...node } = element;
  return { ...node, approved_evidence: approvedEvidence, pending_evidence: pendingEvidence };
};
