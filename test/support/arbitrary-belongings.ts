import fc from "fast-check";
import { AuditEntry } from "../../domain/audit-log/audit-entry.entity.ts";
import { KEY_KINDS } from "../../domain/api-keys/api-key.rules.ts";
import { ApiKey } from "../../domain/api-keys/api-key.entity.ts";
import { Event } from "../../domain/events/event.entity.ts";
import { Policy, PolicyVersion } from "../../domain/policies/policy.entity.ts";
import { Notification } from "../../domain/notifications/notification.entity.ts";
import { Questionnaire, QuestionnaireItem } from "../../domain/questionnaires/questionnaire.entity.ts";
import { QUESTIONNAIRE_STATUSES } from "../../domain/questionnaires/questionnaire.rules.ts";
import { REPORT_STATUSES } from "../../domain/reports/report.rules.ts";
import { Report } from "../../domain/reports/report.entity.ts";
import { Webhook } from "../../domain/webhooks/webhook.entity.ts";
import { newId } from "../../platform/ids.ts";
import { maybe, type Sketch } from "./pick-arbitrary.ts";

export const WEBHOOK_URLS = ["https://a.example", "https://b.example"];
/** The type of the world's policies; any value works. */
export const POLICY_KINDS = ["privacy", "backup_recovery"];

export function arbitraryReport({ pick, em, users, projects }: Sketch): void {
  const now = new Date();
  em.create(Report, {
    id: newId(),
    project: pick(fc.constantFrom(...projects)),
    kind: "csv",
    status: pick(fc.constantFrom(...REPORT_STATUSES)),
    requestedBy: pick(fc.constantFrom(...users)),
    requestedAt: now,
    expiresAt: now,
  });
}

/** With one question, under the same id. */
export function arbitraryQuestionnaire({ pick, em, users, projects }: Sketch): void {
  const [id, now] = [newId(), new Date()];
  const project = pick(fc.constantFrom(...projects));
  const user = pick(fc.constantFrom(...users));
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
    status: pick(fc.constantFrom(...QUESTIONNAIRE_STATUSES)),
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
export function arbitraryPolicy({ pick, em, users, projects }: Sketch): void {
  const [id, now] = [newId(), new Date()];
  const owner = pick(fc.constantFrom(...users));
  const about = { title: "A policy", framework: "soc2", industry: "", mode: "template", version: 1 } as const;
  const written = { ...about, qualityScore: 0, qualityReasons: [] };
  const policy = em.create(Policy, {
    ...written,
    id,
    project: pick(maybe(projects)),
    owner,
    type: pick(fc.constantFrom(...POLICY_KINDS)),
    companyName: id,
    createdAt: now,
    updatedAt: now,
  });
  em.create(PolicyVersion, { ...written, id, policy, content: "text", generatedBy: owner, generatedAt: now });
}

export const arbitraryKey = ({ pick, em, users }: Sketch): ApiKey =>
  em.create(ApiKey, {
    id: newId(),
    owner: pick(fc.constantFrom(...users)),
    name: "A key",
    kind: pick(fc.constantFrom(...KEY_KINDS)),
    scopes: [],
    restrictions: {},
    hash: "",
    lastFour: "0000",
    createdAt: new Date(),
  });

export function arbitraryEntry({ pick, em, users, projects }: Sketch, position: number): void {
  em.create(AuditEntry, {
    position,
    id: newId(),
    occurredAt: new Date(),
    actorId: pick(maybe(users))?.id ?? null,
    action: "something.happened",
    subjectKind: "something",
    project: pick(maybe(projects)),
    data: {},
    previousHash: "",
    hash: "",
  });
}

export function arbitraryEvent({ pick, em, users, projects }: Sketch): Event {
  const now = new Date();
  return em.create(Event, {
    id: newId(),
    kind: "evidence.uploaded",
    project: pick(maybe(projects)),
    subjectId: newId(),
    ownerId: pick(maybe(users))?.id ?? null,
    data: {},
    occurredAt: now,
    dispatchedAt: now,
    publishedAt: now,
  });
}

export function arbitraryWebhook({ pick, em, users }: Sketch): void {
  const now = new Date();
  em.create(Webhook, {
    id: newId(),
    owner: pick(fc.constantFrom(...users)),
    url: pick(fc.constantFrom(...WEBHOOK_URLS)),
    events: ["*"],
    secret: "",
    createdAt: now,
    updatedAt: now,
  });
}

/** For a separate event. */
export function arbitraryNotification({ pick, em, users, projects }: Sketch): void {
  const event = arbitraryEvent({ pick, em, users, projects });
  em.create(Notification, {
    id: newId(),
    user: pick(fc.constantFrom(...users)),
    event,
    kind: event.kind,
    topic: "general",
    project: event.project,
    createdAt: new Date(),
  });
}
