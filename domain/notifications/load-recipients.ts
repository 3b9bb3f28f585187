import type { EntityManager } from "@mikro-orm/postgresql";
import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { decide } from "../access/decide.ts";
import type { Event } from "../events/event.entity.ts";
import { isMuted, type Notice } from "../events/notice.rules.ts";
import { evidenceAccess } from "../evidence/evidence.access.ts";
import { Finding } from "../findings/finding.entity.ts";
import { projectAccess } from "../projects/project.access.ts";
import { Project } from "../projects/project.entity.ts";
import { PROJECT_ACCESS_PATHS } from "../projects/project.queries.ts";
import { actorOf } from "../users/actor-of.ts";
import { User } from "../users/user.entity.ts";

/** An event that users are notified of. */
export interface EventNotice {
  event: Row<Event>;
  notice: Notice;
}

/** The facts about a batch of events. */
interface Known {
  projects: Map<string, Project>;
  findings: Map<string, Row<Finding>>;
}

/** The ids of people of a project, with those of their managers. */
function peopleOf(project: Project | undefined): string[] {
  if (project === undefined) return [];
  const people = [project.customer, project.auditor, ...[...project.team].map(({ user }) => user)];
  return people.flatMap((user) => [user?.id ?? [], user?.manager?.id ?? []].flat());
}

/** The ids of the users in the audience; none for admins, who are found by their role. */
function audienceOf(
  { event, notice: { to } }: EventNotice,
  { projects, findings }: Known,
): readonly string[] {
  if (typeof to !== "string") return to;
  if (to === "admins") return [];
  if (to === "people" || to === "reviewers") return peopleOf(projects.get(event.project?.id ?? ""));
  const finding = findings.get(event.subjectId);
  const assignee = finding?.assignedTo?.id ?? [];
  return [assignee, to === "discussion" ? (finding?.createdBy.id ?? []) : []].flat();
}

async function loadKnown(em: EntityManager, noticed: readonly EventNotice[]): Promise<Known> {
  const projectIds = [...new Set(noticed.flatMap(({ event }) => event.project?.id ?? []))];
  const populate = PROJECT_ACCESS_PATHS as never;
  const projects =
    projectIds.length === 0 ? [] : await em.find(Project, { id: { $in: projectIds } }, { populate });
  const subjectIds = noticed
    .filter(({ notice: { to } }) => to === "assignee" || to === "discussion")
    .map(({ event }) => event.subjectId);
  const findings =
    subjectIds.length === 0 ? [] : await readRows(em, Finding, { where: { id: { $in: subjectIds } } });
  return {
    projects: new Map(projects.map((project) => [project.id, project])),
    findings: new Map(findings.map((finding) => [finding.id, finding])),
  };
}

async function loadUsers(em: EntityManager, ids: Iterable<string>, withAdmins: boolean): Promise<User[]> {
  const named = { id: { $in: [...new Set(ids)] } };
  const wanted = withAdmins ? { $or: [named, { role: "admin" as const }] } : named;
  return em.find(User, { $and: [{ active: true }, wanted] });
}

/** Whether a user of the audience is notified: those who can no longer see the project are not. */
function isRecipient(
  user: User,
  { event, notice: { to, topic } }: EventNotice,
  { projects }: Known,
): boolean {
  if (isMuted(user.preferences, topic)) return false;
  // No one is notified of their own actions.
  if (user.id === event.actorId) return false;
  if (to === "admins" && user.role !== "admin") return false;
  if (to === "reviewers" && evidenceAccess["evidence.review"].roles[user.role] === undefined) return false;
  if (event.project == null) return true;
  const project = projects.get(event.project.id);
  return project !== undefined && decide(actorOf(user), projectAccess["project.hear"], project).allowed;
}

/** The recipients of each event, according to their current rights. */
export async function loadRecipients(
  em: EntityManager,
  noticed: readonly EventNotice[],
): Promise<{ noticed: EventNotice; users: User[] }[]> {
  const known = await loadKnown(em, noticed);
  const named = noticed.map((one) => audienceOf(one, known));
  const users = await loadUsers(
    em,
    named.flat(),
    noticed.some(({ notice }) => notice.to === "admins"),
  );
  return noticed.map((one, i) => {
    const ids = new Set(named[i]);
    const isNamed = ({ id }: User): boolean => one.notice.to === "admins" || ids.has(id);
    return { noticed: one, users: users.filter((user) => isNamed(user) && isRecipient(user, one, known)) };
  });
}
