import type { Row } from "../../platform/database/read-rows.ts";
import type { QueryContext } from "../context.ts";
import type { Control } from "../controls/control.entity.ts";
import type { ControlStatus } from "../controls/control.rules.ts";
import type { Project } from "../projects/project.entity.ts";

/** Nodes of the graph other than controls; a related control is a similar one of another framework. */
export const PLAIN_NODES = ["framework", "related_control", "evidence", "finding"] as const;

/** framework requires control, control maps to related control, evidence supports control, finding concerns control. */
export const GRAPH_EDGES = ["requires", "maps_to", "supports", "concerns"] as const;

/** The state of a control, and its causes. */
export interface ControlNode {
  element: "node";
  kind: "control";
  id: string;
  label: string;
  status: ControlStatus;
  progress: number;
  approvedEvidence: number;
  pendingEvidence: number;
}

export interface PlainNode {
  element: "node";
  kind: (typeof PLAIN_NODES)[number];
  id: string;
  label: string;
  status: string | null;
}

export interface GraphEdge {
  element: "edge";
  kind: (typeof GRAPH_EDGES)[number];
  /** Ids of nodes. */
  from: string;
  to: string;
}

export type GraphElement = ControlNode | PlainNode | GraphEdge;

/** The port through which compliance routes read the state and relations of a project's controls. */
export interface ControlGraph {
  /** All controls with their state, in the framework's order. Throws SERVICE_UNAVAILABLE if it is unknown. */
  controls(ctx: QueryContext, project: Row<Project>): Promise<Row<Control>[]>;
  /** The same without a result, for figures that do not depend on controls. */
  ensure(ctx: QueryContext, project: Row<Project>): Promise<void>;
  /** Nodes, then edges, for display; empty if they are unavailable. */
  elements(ctx: QueryContext, project: Row<Project>): Promise<GraphElement[]>;
}
