import { queryRows } from "../../platform/database/query-rows.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import type { QueryContext } from "../context.ts";
import type { Control } from "../controls/control.entity.ts";
import { allControls } from "../controls/control.queries.ts";
import { EVIDENCE_OF_CONTROLS } from "../controls/evidence-of-controls.ts";
import { relatedControls } from "../frameworks/catalogue.rules.ts";
import { findFramework } from "../frameworks/framework.queries.ts";
import type { Project } from "../projects/project.entity.ts";
import type { ControlGraph, ControlNode, GraphEdge, GraphElement, PlainNode } from "./control-graph.ts";

interface Attached {
  kind: "evidence" | "finding";
  id: string;
  label: string;
  status: string;
  controlIds: string[];
}

/** Evidence as in lists, findings of any status. */
const ATTACHED = `select 'evidence' as kind, id, title as label, status, array_agg(served_id::text) as "controlIds"
    from ${EVIDENCE_OF_CONTROLS} where status <> 'superseded' group by id, title, status
  union all
  select 'finding', id, title, status, array_remove(array[control_id::text], null)
    from findings where project_id = $1
  order by kind, id`;

const nodeOf = (control: Row<Control>): ControlNode => ({
  element: "node",
  kind: "control",
  id: control.id,
  label: `${control.number} ${control.title}`,
  status: control.status,
  progress: control.progress,
  approvedEvidence: control.approvedEvidence,
  pendingEvidence: control.pendingEvidence,
});

const plain = (kind: PlainNode["kind"], id: string, label: string, status: string | null): PlainNode => ({
  element: "node",
  kind,
  id,
  label,
  status,
});

const edge = (kind: GraphEdge["kind"], from: string, to: string): GraphEdge => ({
  element: "edge",
  kind,
  from,
  to,
});

/** The framework by its display name, and its requirements. */
function ofFramework(framework: string, name: string, controls: readonly Row<Control>[]): GraphElement[] {
  const related = new Map<string, PlainNode>();
  const edges = controls.flatMap(({ id, number }) =>
    relatedControls(framework, number).map(({ frameworkId, control }) => {
      const target = `${frameworkId}:${control.number}`;
      related.set(target, plain("related_control", target, `${control.number} ${control.title}`, null));
      return edge("maps_to", id, target);
    }),
  );
  return [
    plain("framework", framework, name, null),
    ...related.values(),
    ...controls.map(({ id }) => edge("requires", framework, id)),
    ...edges,
  ];
}

const ofAttached = ({ kind, id, label, status, controlIds }: Attached): GraphElement[] => [
  plain(kind, id, label, status),
  ...controlIds.map((control) => edge(kind === "evidence" ? "supports" : "concerns", id, control)),
];

async function elements({ em }: QueryContext, { id, framework }: Row<Project>): Promise<GraphElement[]> {
  const controls = await allControls({ em }, id);
  const name = (await findFramework({ em }, framework))?.name ?? framework;
  const attached = await queryRows<Attached>(em, { sql: ATTACHED, parameters: [id] });
  const all = [
    ...controls.map(nodeOf),
    ...ofFramework(framework, name, controls),
    ...attached.flatMap((row) => ofAttached(row)),
  ];
  return all.toSorted((a, b) => Number(a.element === "edge") - Number(b.element === "edge"));
}

/** The control graph from PostgreSQL, available whenever the database is. */
export const databaseGraph: ControlGraph = {
  controls: (ctx, { id }) => allControls(ctx, id),
  ensure: async () => undefined,
  elements,
};
