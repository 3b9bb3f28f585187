import fc from "fast-check";
import { AuditEntry } from "../../domain/audit/audit-entry.entity.ts";
import { KEY_KINDS } from "../../domain/api-keys/api-key.rules.ts";
import { ApiKey } from "../../domain/api-keys/api-key.entity.ts";
import { Event } from "../../domain/events/event.entity.ts";
import { Policy, PolicyVersion } from "../../domain/policies/policy.entity.ts";
import { Notification } from "../../domain/notifications/notification.entity.ts";
import type { Project } from "../../domain/projects/project.entity.ts";
import { Questionnaire, QuestionnaireItem } from "../../domain/questionnaires/questionnaire.entity.ts";
import { QUESTIONNAIRE_STATUSES } from "../../domain/questionnaires/questionnaire.rules.ts";
import { REPORT_STATUSES } from "../../domain/reports/report.rules.ts";
import { Report } from "../../domain/reports/report.entity.ts";
import type { User } from "../../domain/users/user.entity.ts";
import { Webhook } from "../../domain/webhooks/webhook.entity.ts";
import { newId } from "../../platform/ids.ts";
import type { Orm } from "../../platform/database/orm.ts";
import { maybe, type Draw } from "./draw.ts";

export const WEBHOOK_URLS = ["https://a.example", "https://b.example"];
/** What policies of the world are; anything would do. */
export const POLICY_KINDS = ["privacy", "backup_recovery"];

export function drawReport(
  draw: Draw,
  em: Orm["em"],
  users: readonly User[],
  projects: readonly Project[],
): void {
  const now = new Date();
  em.create(Report, {
    id: newId(),
    project: draw(fc.constantFrom(...projects)),
    kind: "csv",
    status: draw(fc.constantFrom(...REPORT_STATUSES)),
    requestedBy: draw(fc.constantFrom(...users)),
    requestedAt: now,
    expiresAt: now,
  });
}

/** With one question, under the same id. */
export function drawQuestionnaire(
  draw: Draw,
  em: Orm["em"],
  users: readonly User[],
  projects: readonly Project[],
): void {
  const [id, now] = [newId(), new Date()];
  const project = draw(fc.constantFrom(...projects));
  const user = draw(fc.constantFrom(...users));
  const questionnaire = em.create(Questionnaire, {
    id,
    project,
    fileName: "q.xlsx",
    fileSize: 1,
    sha256: "",
    sheet: "S",
    headerRow: 1,
    questionColumn: 0,
    answerColumn: 1,
    status: draw(fc.constantFrom(...QUESTIONNAIRE_STATUSES)),
    attempt: 0,
    uploadedBy: user,
    uploadedAt: now,
    askedBy: user,
  });
  em.create(QuestionnaireItem, {
    id,
    questionnaire,
    project,
    row: 2,
    question: "Is it?",
    state: "open",
    citations: [],
  });
}

/** With one text, under the same id. */
export function drawPolicy(
  draw: Draw,
  em: Orm["em"],
  users: readonly User[],
  projects: readonly Project[],
): void {
  const [id, now] = [newId(), new Date()];
  const owner = draw(fc.constantFrom(...users));
  const about = { title: "A policy", framework: "soc2", industry: "", mode: "template", version: 1 } as const;
  const written = { ...about, qualityScore: 0, qualityReasons: [] };
  const policy = em.create(Policy, {
    ...written,
    id,
    project: draw(maybe(projects)),
    owner,
    type: draw(fc.constantFrom(...POLICY_KINDS)),
    companyName: id,
    createdAt: now,
    updatedAt: now,
  });
  em.create(PolicyVersion, { ...written, id, policy, content: "text", generatedBy: owner, generatedAt: now });
}

export const drawKey = (draw: Draw, em: Orm["em"], users: readonly User[]): ApiKey =>
  em.create(ApiKey, {
    id: newId(),
    owner: draw(fc.constantFrom(...users)),
    name: "A key",
    kind: draw(fc.constantFrom(...KEY_KINDS)),
    scopes: [],
    restrictions: {},
    hash: "",
    lastFour: "0000",
    createdAt: new Date(),
  });

export function drawEntry(
  draw: Draw,
  em: Orm["em"],
  users: readonly User[],
  projects: readonly Project[],
  position: number,
): void {
  em.create(AuditEntry, {
    position,
    id: newId(),
    occurredAt: new Date(),
    actorId: draw(maybe(users))?.id ?? null,
    action: "something.happened",
    subjectKind: "something",
    project: draw(maybe(projects)),
    data: {},
    previousHash: "",
    hash: "",
  });
}

export function drawEvent(
  draw: Draw,
  em: Orm["em"],
  users: readonly User[],
  projects: readonly Project[],
): Event {
  const now = new Date();
  return em.create(Event, {
    id: newId(),
    kind: "evidence.uploaded",
    project: draw(maybe(projects)),
    subjectId: newId(),
    ownerId: draw(maybe(users))?.id ?? null,
    data: {},
    occurredAt: now,
    dispatchedAt: now,
    publishedAt: now,
  });
}

export function drawWebhook(draw: Draw, em: Orm["em"], users: readonly User[]): void {
  const now = new Date();
  em.create(Webhook, {
    id: newId(),
    owner: draw(fc.constantFrom(...users)),
    url: draw(fc.constantFrom(...WEBHOOK_URLS)),
    events: ["*"],
    secret: "",
    createdAt: now,
    updatedAt: now,
  });
}

/** Of an event of its own. */
export function drawNotification(
  draw: Draw,
  em: Orm["em"],
  users: readonly User[],
  projects: readonly Project[],
): void {
  const event = drawEvent(draw, em, users, projects);
  em.create(Notification, {
    id: newId(),
    user: draw(fc.constantFrom(...users)),
    event,
    kind: event.kind,
    topic: "general",
    project: event.project,
    createdAt: new Date(),
  });
}
