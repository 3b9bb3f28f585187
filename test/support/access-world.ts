import type { EntityClass } from "@mikro-orm/core";
import fc from "fast-check";
import type { Actor } from "../../domain/actor.ts";
import { Conversation } from "../../domain/assistant/conversation.entity.ts";
import { arbitraryConversation, arbitraryJob } from "./arbitrary-assistant.ts";
import { AssistantJob } from "../../domain/assistant/job.entity.ts";
import { Agent } from "../../domain/agents/agent.entity.ts";
import { AuditEntry } from "../../domain/audit-log/audit-entry.entity.ts";
import { ApiKey } from "../../domain/api-keys/api-key.entity.ts";
import { Control } from "../../domain/controls/control.entity.ts";
import { CONTROL_STATUSES } from "../../domain/controls/control.rules.ts";
import { EVIDENCE_STATUSES } from "../../domain/evidence/evidence.rules.ts";
import { Evidence } from "../../domain/evidence/evidence.entity.ts";
import { FINDING_STATUSES } from "../../domain/findings/finding.rules.ts";
import { Finding } from "../../domain/findings/finding.entity.ts";
import { Policy } from "../../domain/policies/policy.entity.ts";
import { PROJECT_STATUSES } from "../../domain/projects/project.rules.ts";
import { Project, TeamMember } from "../../domain/projects/project.entity.ts";
import { Questionnaire } from "../../domain/questionnaires/questionnaire.entity.ts";
import { Report } from "../../domain/reports/report.entity.ts";
import { ROLES, SCOPES } from "../../domain/users/user.rules.ts";
import { User } from "../../domain/users/user.entity.ts";
import { Event } from "../../domain/events/event.entity.ts";
import { Notification } from "../../domain/notifications/notification.entity.ts";
import { Webhook } from "../../domain/webhooks/webhook.entity.ts";
import { newId } from "../../platform/ids.ts";
import type { Orm } from "../../platform/database/orm.ts";
import {
  arbitraryEntry,
  arbitraryEvent,
  arbitraryKey,
  arbitraryNotification,
  arbitraryPolicy,
  arbitraryQuestionnaire,
  arbitraryReport,
  arbitraryWebhook,
} from "./arbitrary-belongings.ts";
import { createArbitraryOf, maybe, type PickFrom, type Sketch } from "./pick-arbitrary.ts";

/** The rows in the world, by kind: those that rules ask about by their relations. */
const ENTITIES = {
  user: User,
  project: Project,
  control: Control,
  evidence: Evidence,
  finding: Finding,
  agent: Agent,
  report: Report,
  policy: Policy,
  questionnaire: Questionnaire,
  api_key: ApiKey,
  audit_entry: AuditEntry,
  event: Event,
  webhook: Webhook,
  notification: Notification,
  conversation: Conversation,
  ai_job: AssistantJob,
};
export type Kind = keyof typeof ENTITIES;
export const ENTITY: Readonly<Record<Kind, EntityClass<object>>> = ENTITIES;

const PEOPLE = ["customer", "auditor", "createdBy"];
const PROJECT_RELATIONS = [...PEOPLE, "team.user"];

const OF_PROJECT = ["project", ...PROJECT_RELATIONS.map((path) => `project.${path}`)];

/** All that conditions may read of a row. */
export const RELATIONS: Record<Kind, readonly string[]> = {
  user: ["manager"],
  project: PROJECT_RELATIONS,
  control: ["owner", ...OF_PROJECT],
  evidence: ["uploadedBy", ...OF_PROJECT],
  finding: OF_PROJECT,
  agent: OF_PROJECT,
  report: OF_PROJECT,
  policy: ["owner", ...OF_PROJECT],
  questionnaire: OF_PROJECT,
  api_key: ["owner"],
  audit_entry: OF_PROJECT,
  event: OF_PROJECT,
  webhook: ["owner"],
  notification: ["user", ...OF_PROJECT],
  conversation: ["owner", ...OF_PROJECT],
  ai_job: OF_PROJECT,
};

const USERS = 14;
const PROJECTS = 30;
const EVIDENCE = 60;
const FINDINGS = 60;
const AGENTS = 40;
const REPORTS = 40;
const POLICIES = 40;
const QUESTIONNAIRES = 40;
const KEYS = 25;
const ENTRIES = 60;
const EVENTS = 60;
const WEBHOOKS = 25;
const NOTIFICATIONS = 80;
const CONVERSATIONS = 80;
/** The kind of the world's agents; any value works. */
export const AGENT_KINDS = ["cloud", "code"];

/** Rows of every kind with random relations, which include nearly every combination that rules check. */
export interface World {
  userIds: string[];
  projectIds: string[];
  /** Callers: the world's users with any scopes, confined or not, by token or key; and strangers. */
  actor: fc.Arbitrary<Actor>;
}

function arbitraryUsers(pick: PickFrom, em: Orm["em"]): User[] {
  const users: User[] = [];
  for (let n = 0; n < USERS; n += 1) {
    const manager = users.length === 0 ? null : pick(maybe(users));
    // The first of each role, so that each is there.
    const role = ROLES[n] ?? pick(fc.constantFrom(...ROLES));
    const email = `${newId()}@example.com`;
    const row = { id: newId(), email, name: `User ${n}`, role, manager, preferences: {} };
    users.push(em.create(User, { ...row, demoAllowed: pick(fc.boolean()), active: pick(fc.boolean()) }));
  }
  return users;
}

function arbitraryProject(pick: PickFrom, em: Orm["em"], users: readonly User[]): Project {
  const now = new Date();
  const project = em.create(Project, {
    id: newId(),
    name: "A project",
    framework: "soc2",
    status: pick(fc.constantFrom(...PROJECT_STATUSES)),
    demo: pick(fc.boolean()),
    deletingAt: pick(fc.constantFrom(null, null, null, now)),
    customer: pick(maybe(users)),
    auditor: pick(maybe(users)),
    createdBy: pick(fc.constantFrom(...users)),
    createdAt: now,
    updatedAt: now,
  });
  for (const user of pick(fc.subarray([...users], { maxLength: 3 })))
    em.create(TeamMember, { project, user, role: pick(fc.constantFrom(...ROLES)), joinedAt: now });
  return project;
}

function arbitraryEvidence({ pick, em, users }: Sketch, controls: readonly Control[]): void {
  const control = pick(fc.constantFrom(...controls));
  const now = new Date();
  em.create(Evidence, {
    id: newId(),
    project: control.project,
    control,
    title: "A file",
    fileName: "a.pdf",
    fileSize: 1,
    contentType: "application/pdf",
    format: "pdf",
    sha256: "",
    status: pick(fc.constantFrom(...EVIDENCE_STATUSES)),
    approvedAt: pick(fc.constantFrom(null, now)),
    uploadedBy: pick(fc.constantFrom(...users)),
    uploadedAt: now,
    updatedAt: now,
  });
}

function arbitraryFinding({ pick, em, users, projects }: Sketch): void {
  const now = new Date();
  em.create(Finding, {
    id: newId(),
    project: pick(fc.constantFrom(...projects)),
    title: "A finding",
    severity: "Low",
    weight: 10,
    status: pick(fc.constantFrom(...FINDING_STATUSES)),
    category: "",
    integration: "manual",
    createdBy: pick(fc.constantFrom(...users)),
    openedAt: now,
    createdAt: now,
    updatedAt: now,
  });
}

function arbitraryAgent({ pick, em, users, projects }: Sketch): void {
  const now = new Date();
  em.create(Agent, {
    id: newId(),
    project: pick(maybe(projects)),
    name: newId(),
    kind: pick(fc.constantFrom(...AGENT_KINDS)),
    registeredBy: pick(fc.constantFrom(...users)),
    createdAt: now,
    updatedAt: now,
  });
}

function actorsOf(users: readonly User[], projectIds: readonly string[]): fc.Arbitrary<Actor> {
  const known = users.map(({ id, role, manager, demoAllowed }) => ({
    id,
    role,
    managerId: manager?.id ?? null,
    demoAllowed,
  }));
  const stranger = fc.record({
    id: fc.constant(newId()),
    role: fc.constantFrom(...ROLES),
    managerId: fc.constantFrom(null, ...users.map(({ id }) => id)),
    demoAllowed: fc.boolean(),
  });
  return fc
    .record({
      who: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: stranger }),
      scopes: fc.oneof(fc.constant(SCOPES), fc.subarray([...SCOPES])),
      projectIds: fc.option(fc.subarray([...projectIds], { maxLength: 8 }), { freq: 2 }),
      apiKeyId: fc.option(fc.constant(newId())),
      via: fc.option(fc.constant("oauth:client"), { freq: 1 }),
    })
    .map(({ who, ...credential }) => ({ ...who, ...credential }));
}

/** Writes a world drawn from `seed`. */
export async function createWorld(orm: Orm, seed: number): Promise<World> {
  const pick = createArbitraryOf(seed);
  const em = orm.em.fork();
  const users = arbitraryUsers(pick, em);
  const projects = Array.from({ length: PROJECTS }, () => arbitraryProject(pick, em, users));
  const controls = projects.map((project) =>
    em.create(Control, {
      id: newId(),
      project,
      number: "CC6.1",
      title: "",
      category: "",
      trustCategory: "",
      position: 0,
      status: pick(fc.constantFrom(...CONTROL_STATUSES)),
      owner: pick(maybe(users)),
    }),
  );
  const sketch = { pick, em, users, projects };
  for (let n = 0; n < EVIDENCE; n += 1) arbitraryEvidence(sketch, controls);
  for (let n = 0; n < FINDINGS; n += 1) arbitraryFinding(sketch);
  for (let n = 0; n < AGENTS; n += 1) arbitraryAgent(sketch);
  for (let n = 0; n < KEYS; n += 1) arbitraryKey(sketch);
  for (let n = 0; n < REPORTS; n += 1) arbitraryReport(sketch);
  for (let n = 0; n < POLICIES; n += 1) arbitraryPolicy(sketch);
  for (let n = 0; n < QUESTIONNAIRES; n += 1) arbitraryQuestionnaire(sketch);
  for (let n = 1; n <= ENTRIES; n += 1) arbitraryEntry(sketch, n);
  for (let n = 0; n < EVENTS; n += 1) arbitraryEvent(sketch);
  for (let n = 0; n < WEBHOOKS; n += 1) arbitraryWebhook(sketch);
  for (let n = 0; n < CONVERSATIONS; n += 1) arbitraryConversation(sketch);
  for (let n = 0; n < REPORTS; n += 1) arbitraryJob(sketch);
  for (let n = 0; n < NOTIFICATIONS; n += 1) arbitraryNotification(sketch);
  await em.flush();
  const projectIds = projects.map(({ id }) => id);
  return { userIds: users.map(({ id }) => id), projectIds, actor: actorsOf(users, projectIds) };
}
