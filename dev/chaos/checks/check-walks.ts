import { nextStatuses as nextOfFinding, type FindingStatus } from "../../../domain/findings/finding.rules.ts";
import { nextStatuses as nextOfProject, type ProjectStatus } from "../../../domain/projects/project.rules.ts";
import type { Person } from "./person.ts";
import type { Truth } from "./read-truth.ts";

type Event = Truth["events"][number];

/** The allowed transitions in the life of a piece of evidence, by the kinds of its events. */
const DECIDED = ["approved", "rejected"];
const READ = ["processed", "failed"];
const EVIDENCE_NEXT: Record<string, readonly string[]> = {
  "": ["uploaded"],
  uploaded: [...READ, ...DECIDED, "superseded", "deleted"],
  processed: [...DECIDED, "superseded", "deleted"],
  failed: [...DECIDED, "superseded", "deleted"],
  // By an auditor, who may reject what a manager approved.
  approved: [...READ, "rejected", "superseded", "deleted"],
  rejected: [...READ, "superseded", "deleted"],
  // Again, if the version that replaced it was deleted.
  superseded: ["superseded", "deleted"],
  deleted: [],
};
/** The possible sequences of reviews. */
const REVIEWS = ["", ...DECIDED, "approved rejected"];
/** At most once in a life. */
const ONCE = ["uploaded", "processed", "failed", "deleted"];

/** Events by subject, in order. */
const bySubject = ({ events }: Truth, belongs: (kind: string) => boolean): Map<string, Event[]> =>
  Map.groupBy(
    events.filter(({ kind }) => belongs(kind)),
    (event) => event.subject_id,
  );

/** A customer cannot remove what an auditor accepted. */
const isTakenBack = (events: readonly Event[], customers: ReadonlySet<string>): boolean =>
  events.at(-1)!.kind === "evidence.deleted" &&
  customers.has(events.at(-1)!.actor_id ?? "") &&
  events.some(({ kind }) => kind === "evidence.approved");

function evidenceFaults(id: string, events: readonly Event[], customers: ReadonlySet<string>): string[] {
  const kinds = events.map(({ kind }) => kind.replace("evidence.", ""));
  const description = `evidence ${id}: ${kinds.join(" -> ")}`;
  const illegal = kinds.some((kind, n) => !EVIDENCE_NEXT[kinds[n - 1] ?? ""]?.includes(kind));
  const reviews = kinds.filter((kind) => DECIDED.includes(kind)).join(" ");
  const repeated = ONCE.some((kind) => kinds.filter((other) => other === kind).length > 1);
  return illegal || !REVIEWS.includes(reviews) || repeated || isTakenBack(events, customers)
    ? [description]
    : [];
}

interface Walk {
  kind: string;
  start: unknown;
  /** Whether the table allows the transition. */
  allows: (from: never, to: never) => boolean;
  /** The current state of the row; undefined if it was deleted. */
  now: (id: string) => string | number | undefined;
}

/**
 * Every transition starts where the previous one ended, is allowed by the table, and the last one leads to
 * the row's state.
 */
function walkFaults(truth: Truth, { kind, start, allows, now }: Walk): string[] {
  const faults: string[] = [];
  for (const [id, events] of bySubject(truth, (other) => other === kind)) {
    const steps = events.map(({ data }) => data as { from: never; to: never });
    const description = `${kind} ${id}: ${steps.map(({ from, to }) => `${String(from)}>${String(to)}`).join(" ")}`;
    const isLinked = steps.every(({ from }, n) => from === (steps[n - 1]?.to ?? start));
    if (!isLinked || !steps.every(({ from, to }) => allows(from, to))) faults.push(description);
    const [stands, last] = [now(id), steps.at(-1)!.to];
    if (stands !== undefined && stands !== last) faults.push(`${description}, but it is ${String(stands)}`);
  }
  return faults;
}

const valueOf =
  <N extends string>(rows: readonly ({ id: string } & Record<N, string | number>)[], name: N) =>
  (id: string): string | number | undefined =>
    rows.find((row) => row.id === id)?.[name];

const walksOf = (truth: Truth): Walk[] => [
  {
    kind: "project.status_changed",
    start: "active",
    allows: (from: ProjectStatus, to: ProjectStatus) => nextOfProject(from).includes(to),
    now: valueOf(truth.projects, "status"),
  },
  {
    kind: "finding.status_changed",
    start: "open",
    allows: (from: FindingStatus, to: FindingStatus) => nextOfFinding(from).includes(to),
    now: valueOf(truth.findings, "status"),
  },
  {
    kind: "control.status_changed",
    start: "not_started",
    allows: (from, to) => from !== to,
    now: valueOf(truth.controls, "status"),
  },
  {
    kind: "score.changed",
    start: 0,
    allows: (from, to) => from !== to,
    now: valueOf(truth.projects, "score"),
  },
  { kind: "risk.level_changed", start: "Low", allows: (from, to) => from !== to, now: () => undefined },
];

/** Impossible histories. */
export function checkWalks(truth: Truth, people: readonly Person[]): string[] {
  const customers = new Set(people.filter(({ role }) => role === "customer").map(({ id }) => id));
  const evidence = bySubject(truth, (kind) => kind.startsWith("evidence."));
  return [
    ...[...evidence].flatMap(([id, events]) => evidenceFaults(id, events, customers)),
    ...walksOf(truth).flatMap((walk) => walkFaults(truth, walk)),
  ];
}
