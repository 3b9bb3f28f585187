import { familyOf } from "../events/family-of.rules.ts";
import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import type { SystemContext } from "../context.ts";
import { Control } from "../controls/control.entity.ts";
import { Evidence } from "../evidence/evidence.entity.ts";
import { Finding } from "../findings/finding.entity.ts";
import { NO_TEXT } from "../frameworks/control-text.rules.ts";
import { findFramework } from "../frameworks/framework.queries.ts";
import { Project } from "../projects/project.entity.ts";
import { evidenceEvents } from "../evidence/evidence.events.ts";
import { findingEvents } from "../findings/finding.events.ts";
import { projectEvents } from "../projects/project.events.ts";
import type { EventKind } from "../events/event-kinds.ts";
import { readPeople } from "./read-people.ts";
import type { ProjectData } from "./project-data.ts";
import {
  authorsOf,
  presentControl,
  presentEvidence,
  presentFinding,
  presentProject,
  type Names,
  type Protection,
} from "./present-rows.ts";
import { only } from "../only.rules.ts";
import { entryOf } from "../entry-of.rules.ts";
import { keysOf } from "../keys-of.rules.ts";

type Reading = Pick<SystemContext, "em">;

interface Rows {
  controls: Row<Control>[];
  evidence: Row<Evidence>[];
  findings: Row<Finding>[];
}

async function readTables({ em }: Reading, projectId: string): Promise<Rows> {
  const current = { project: projectId, deletedAt: null, status: { $ne: "superseded" } } as const;
  const controls = await readRows(em, Control, {
    where: { project: projectId },
    orderBy: { position: "asc" },
  });
  const evidence = await readRows(em, Evidence, {
    where: current,
    orderBy: { uploadedAt: "asc", id: "asc" },
  });
  const findings = await readRows(em, Finding, {
    where: { project: projectId },
    orderBy: { createdAt: "asc", id: "asc" },
  });
  const places = new Map(controls.map(({ id, position }) => [id, position]));
  const placeOf = ({ control }: Row<Evidence>): number => entryOf(places, control.id);
  return { controls, evidence: evidence.toSorted((a, b) => placeOf(a) - placeOf(b)), findings };
}

async function readNames({ em }: Reading, { controls, evidence, findings }: Rows): Promise<Names> {
  const held = [
    ...controls.map(({ owner }) => owner),
    ...evidence.flatMap(({ uploadedBy, reviewedBy, acceptedBy }) => [uploadedBy, reviewedBy, acceptedBy]),
    ...findings.flatMap(({ createdBy, assignedTo }) => [createdBy, assignedTo]),
  ];
  const spoke = controls.flatMap(authorsOf);
  const people = await readPeople(em, [...held.flatMap((user) => user?.id ?? []), ...spoke]);
  const numbers = new Map(controls.map(({ id, number }) => [id, number]));
  return {
    person: (user) => people.get(user?.id ?? "") ?? null,
    control: (control) => numbers.get(control?.id ?? "") ?? null,
  };
}

/** Every change leaves an event; some, such as comments, are not reported. */
const LATEST = `select greatest(p.updated_at,
    (select max(updated_at) from evidence where project_id = p.id),
    (select max(updated_at) from findings where project_id = p.id),
    (select max(occurred_at) from events where project_id = p.id and kind = any($2))) as latest
  from projects p where id = $1`;

/** The event families that reports reflect. */
const REPORTED_FAMILIES = ["project", "control", "evidence", "finding", "score"];

/** Events that change no reported row, or concern people who are in no report. */
const UNREPORTED: readonly EventKind[] = [
  "project.member_added",
  "project.member_removed",
  "finding.commented",
];

const KINDS: readonly EventKind[] = keysOf({ ...projectEvents, ...evidenceEvents, ...findingEvents });

/** The events that change a project's reports. */
const REPORTED_KINDS: readonly EventKind[] = KINDS.filter(
  (kind) => REPORTED_FAMILIES.includes(familyOf(kind)) && !UNREPORTED.includes(kind),
);

/**
 * The data of a project; `ctx` must be in a transaction with a single snapshot. Null if the project no longer
 * exists.
 */
export async function readProjectData(
  ctx: Reading,
  projectId: string,
  protection: Protection,
): Promise<ProjectData | null> {
  const [project] = await readRows(ctx.em, Project, { where: { id: projectId } });
  if (project === undefined) return null;
  const parameters = [projectId, REPORTED_KINDS];
  const { latest } = only(await queryRows<{ latest: Date }>(ctx.em, { sql: LATEST, parameters }));
  const rows = await readTables(ctx, projectId);
  const names = await readNames(ctx, rows);
  const framework = await findFramework(ctx, project.framework);
  const texts = new Map((framework?.controls ?? []).map((control) => [control.number, control]));
  return {
    asOf: new Date(latest).toISOString(),
    project: presentProject(project, framework?.name ?? project.framework),
    controls: rows.controls.map((control) =>
      presentControl(control, names, texts.get(control.number) ?? NO_TEXT),
    ),
    evidence: rows.evidence.map((evidence) => presentEvidence(evidence, names, protection)),
    findings: rows.findings.map((finding) => presentFinding(finding, names)),
  };
}
