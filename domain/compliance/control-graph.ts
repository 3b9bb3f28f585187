import type { Row } from "../../platform/prepared-find.ts";
import type { QueryContext } from "../context.ts";
import type { Control } from "../controls/control.entity.ts";
import type { ControlStatus } from "../controls/control.rules.ts";
import type { Project } from "../projects/project.entity.ts";

/** What stands in the graph beside controls; a related control is one of another framework that asks for much the same. */
export const PLAIN_NODES = ["framework", "related_control", "evidence", "finding"] as const;

/** framework requires control, control maps to related control, evidence supports control, finding concerns control. */
export const GRAPH_EDGES = ["requires", "maps_to", "supports", "concerns"] as const;

/** How a control stands, and what makes it stand so. */
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

/** The one door through which compliance routes read how a project's controls stand and what they are connected with. */
export interface ControlGraph {
  /** All controls as they stand, in the framework's order. Throws SERVICE_UNAVAILABLE when that cannot be told. */
  controls(ctx: QueryContext, project: Row<Project>): Promise<Row<Control>[]>;
  /** The same without the answer, for figures that are not made of controls. */
  ensure(ctx: QueryContext, project: Row<Project>): Promise<void>;
  /** Nodes, then edges, for a picture; empty when they cannot be told. */
  elements(ctx: QueryContext, project: Row<Project>): Promise<GraphElement[]>;
}
