import { readRows, type Row } from "../../platform/database/read-rows.ts";
import type { SystemContext } from "../context.ts";
import { Control } from "../controls/control.entity.ts";
import { presentChange } from "../controls/statement.rules.ts";
import type { EventData, EventKind } from "../events/event-kinds.ts";
import { Event } from "../events/event.entity.ts";
import { Evidence } from "../evidence/evidence.entity.ts";
import { Project } from "../projects/project.entity.ts";
import { auditMarks, type FindPerson, type ReportedScopeChange } from "./audit-marks.rules.ts";
import type { AuditRecord, ReportedReview, ReviewedKind, OpenStatement } from "./audit-record.ts";
import type { Texts } from "../texts/en.ts";
import { readPeople } from "../project-data/read-people.ts";
import type { ProjectData } from "../project-data/project-data.ts";
import { authorsOf, presentEvidence, type Protection } from "../project-data/present-rows.ts";
import { entryOf } from "../entry-of.rules.ts";

type Reading = Pick<SystemContext, "em">;

const DECISIONS = {
  "evidence.approved": "approved",
  "evidence.rejected": "rejected",
  "evidence.approval_withdrawn": "approval_withdrawn",
  "evidence.accepted": "accepted",
  "evidence.acceptance_withdrawn": "acceptance_withdrawn",
} as const satisfies Partial<Record<EventKind, ReviewedKind>>;

type ReviewEvent = keyof typeof DECISIONS;
const SCOPE_CHANGED = "project.scope_changed";
const isReview = (kind: string): kind is ReviewEvent => kind in DECISIONS;

interface Rows {
  project: Row<Project>;
  controls: Row<Control>[];
  replaced: Row<Evidence>[];
  events: Row<Event>[];
}

async function readTables({ em }: Reading, projectId: string): Promise<Rows> {
  const [project] = await readRows(em, Project, { where: { id: projectId } });
  const controls = await readRows(em, Control, {
    where: { project: projectId },
    orderBy: { position: "asc" },
  });
  const replaced = await readRows(em, Evidence, {
    where: { project: projectId, deletedAt: null, status: "superseded" },
    orderBy: { uploadedAt: "asc", id: "asc" },
  });
  const events = await readRows(em, Event, {
    where: { project: projectId, kind: { $in: [...Object.keys(DECISIONS), SCOPE_CHANGED] } },
    orderBy: { id: "asc" },
  });
  return { project: project!, controls, replaced, events };
}

const scopeData = (event: Row<Event>) => event.data as EventData<typeof SCOPE_CHANGED>;

const scopeChangesIn = (events: readonly Row<Event>[]): ReportedScopeChange[] =>
  events
    .filter(({ kind }) => kind === SCOPE_CHANGED)
    .map((event) => {
      const { from, to, reason, said_by, note } = scopeData(event);
      return {
        from,
        to,
        reason,
        said_by,
        note,
        actorId: event.actorId ?? null,
        at: event.occurredAt.toISOString(),
      };
    });

function idsIn({ project, controls, replaced, events }: Rows): string[] {
  const users = [
    project.customer,
    project.auditor,
    ...replaced.flatMap(({ uploadedBy, reviewedBy, acceptedBy }) => [uploadedBy, reviewedBy, acceptedBy]),
  ];
  return [
    ...users.flatMap((user) => user?.id ?? []),
    ...controls.flatMap(authorsOf),
    ...events.flatMap(({ actorId }) => actorId ?? []),
    ...scopeChangesIn(events).map(({ said_by }) => said_by),
    ...(project.pendingScope ? [project.pendingScope.said_by] : []),
  ];
}

interface Known {
  find: FindPerson;
  numbers: ReadonlyMap<string, string>;
  versions: ReadonlyMap<string, number>;
}

function presentReview(event: Row<Event>, { find, numbers, versions }: Known): ReportedReview | null {
  const { kind, actorId, occurredAt, subjectId } = event;
  if (!isReview(kind)) return null;
  const { evidence } = event.data as EventData<ReviewEvent>;
  return {
    decision: DECISIONS[kind],
    by: find(actorId ?? null),
    at: occurredAt.toISOString(),
    note: evidence.note,
    approvedUnread: "approved_unread" in evidence && evidence.approved_unread,
    evidenceId: subjectId,
    title: evidence.title,
    fileName: evidence.file_name,
    control: numbers.get(evidence.control_id) ?? null,
    version: versions.get(subjectId) ?? null,
  };
}

function waitingIn({ project, controls }: Rows, find: FindPerson): OpenStatement[] {
  const scope = project.pendingScope ?? null;
  const ofControls = controls.flatMap(({ number, pendingChange }): OpenStatement[] => {
    if (!pendingChange) return [];
    const { change, reason, said_by, said_at } = pendingChange;
    return [
      { control: number, change: presentChange(change), reason, saidBy: find(said_by), saidAt: said_at },
    ];
  });
  if (scope === null) return ofControls;
  const { categories, reason, said_by, said_at } = scope;
  const change = { categories: [...categories] };
  return [{ control: null, change, reason, saidBy: find(said_by), saidAt: said_at }, ...ofControls];
}

/** The audit data for a report; `ctx` must be in the transaction that read the rows. */
export async function readAuditRecord(
  ctx: Reading,
  data: ProjectData,
  { texts, ...protection }: Protection & { texts: Texts },
): Promise<AuditRecord> {
  const rows = await readTables(ctx, data.project.id);
  const { project, controls, events } = rows;
  const people = await readPeople(ctx.em, idsIn(rows));
  const find: FindPerson = (id) => people.get(id ?? "") ?? null;
  const numbers = new Map(controls.map(({ id, number }) => [id, number]));
  const names = {
    person: (user: { id: string } | null | undefined) => find(user?.id ?? null),
    control: (control: { id: string } | null | undefined) => numbers.get(control?.id ?? "") ?? null,
  };
  const places = new Map(controls.map(({ id, position }) => [id, position]));
  const replaced = rows.replaced
    .toSorted((a, b) => entryOf(places, a.control.id) - entryOf(places, b.control.id))
    .map((evidence) => presentEvidence(evidence, names, protection));
  const versions = new Map([...data.evidence, ...replaced].map(({ id, version }) => [id, version]));
  const categories = [...project.categories];
  const statedControl = controls.map((control) => ({
    ...control,
    justification: control.justification ?? null,
  }));
  return {
    customer: names.person(project.customer),
    auditor: names.person(project.auditor),
    categories,
    replaced,
    reviews: events.flatMap((event) => presentReview(event, { find, numbers, versions }) ?? []),
    marks: auditMarks(
      { controls: statedControl, evidence: data.evidence, categories, scopeChanges: scopeChangesIn(events) },
      { find, texts },
    ),
    waiting: waitingIn(rows, find),
  };
}
