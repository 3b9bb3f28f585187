import { beforeEach, describe, expect, test } from "@jest/globals";
import { eventCatalogue } from "../domain/events/event-catalogue.ts";
import type { EventData, EventKind } from "../domain/events/event-kinds.ts";
import { recordEvent } from "../domain/events/record-event.ts";
import { notifyPeople } from "../domain/notifications/notify-people.ts";
import { Notification } from "../domain/notifications/notification.entity.ts";
import { Project } from "../domain/projects/project.entity.ts";
import { systemClock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import { keyHeaders } from "./support/api-keys.ts";
import { createPerson } from "./support/people.ts";
import type { SignedIn } from "./support/product.ts";
import { eventSubject } from "./support/event-subject.ts";
import { untilWaiting } from "./support/until-waiting.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { newProject } from "./support/new-project.ts";

const PATH = "/api/v1/users/me/notifications";

// In the product, the worker's relay notifies; these tests run its step themselves.
const product = await startProductForFile();
const admin = await product.signIn("admin");
const manager = await product.signIn("manager");
const customer = await product.signIn("customer", { managerId: manager.id });
const auditor = await product.signIn("auditor");
const foreign = await product.signIn("customer");

const projectId = await newProject(admin, { customer_id: customer.id, auditor_id: auditor.id });

const em = () => product.orm.em.fork();
beforeEach(() => em().nativeDelete(Notification, {}));

interface Happening {
  change?: object;
  project?: string | null;
  by?: SignedIn | null;
  subjectId?: string;
}

/** Records an event and notifies its recipients. */
async function happens<K extends EventKind>(kind: K, happening: Happening = {}): Promise<void> {
  const { change = {}, project = projectId, by = null, subjectId = newId() } = happening;
  const id = await em().transactional(async (inner) => {
    const ctx = { em: inner, actor: by as never, clock: systemClock, events: [] };
    const data = { ...eventCatalogue[kind].example, ...change } as EventData<K>;
    return recordEvent(ctx, kind, { subject: eventSubject(kind, project, subjectId), data });
  });
  for (let turn = 0; turn < 2; turn++)
    await em().transactional((inner) => notifyPeople(inner, [{ id, kind }]));
}

test("events of kinds that notify no one cost no statement", async () => {
  const id = newId();
  // No entity manager: any statement would fail.
  await expect(notifyPeople(null as never, [{ id, kind: "project.updated" }])).resolves.toBeUndefined();
  await expect(notifyPeople(null as never, [{ id, kind: "finding.created" }])).rejects.toThrow();
});

const everybody = () => ({ admin, manager, customer, auditor, foreign });
/** The users with an unread notification, by the names of their variables. */
async function notified(): Promise<string[]> {
  const counts = await Promise.all(
    Object.entries(everybody()).map(async ([name, person]) => {
      const { data } = await person.get(`${PATH}/unread`);
      return [name, data.unread] as const;
    }),
  );
  return counts.filter(([, unread]) => unread > 0).map(([name]) => name);
}
type Notice = Awaited<ReturnType<typeof listOf>>[number];
const listOf = async (person: SignedIn, query = "") =>
  (await person.get(`${PATH}?${query}`)).data.notifications;
const finding = eventCatalogue["finding.created"].example.finding;
const evidence = eventCatalogue["evidence.uploaded"].example.evidence;
const rejected = eventCatalogue["evidence.rejected"].example.evidence;
const uploadedBy = ({ id }: { id: string }) => ({ evidence: { ...evidence, uploaded_by: id } });
const rejectedOf = ({ id }: { id: string }) => ({ evidence: { ...rejected, uploaded_by: id } });

describe("who is notified", () => {
  const PEOPLE = ["manager", "customer", "auditor"];
  const CASES: [string, EventKind, () => Happening, string[]][] = [
    [
      "a severe finding: everyone of the project and their managers",
      "finding.created",
      () => ({ change: { finding: { ...finding, severity: "Critical" } } }),
      PEOPLE,
    ],
    [
      "a finding of less weight that is assigned to no one: no one",
      "finding.created",
      () => ({ change: { finding: { ...finding, severity: "Low" } } }),
      [],
    ],
    ["a high risk: everyone", "risk.level_changed", () => ({ change: { to: "High" } }), PEOPLE],
    ["a lower risk: no one", "risk.level_changed", () => ({ change: { to: "Low" } }), []],
    [
      "new evidence: those who review it",
      "evidence.uploaded",
      () => ({ by: customer, change: uploadedBy(customer) }),
      ["manager", "auditor"],
    ],
    [
      "rejected evidence: who uploaded it",
      "evidence.rejected",
      () => ({ change: rejectedOf(customer) }),
      ["customer"],
    ],
    [
      "a user's own action: everyone except them",
      "project.status_changed",
      () => ({ by: manager }),
      ["customer", "auditor"],
    ],
    ["a milestone: everyone", "milestone.due", () => ({}), PEOPLE],
    [
      "the date of a control: its owner",
      "control.due",
      () => ({ change: { owner_id: customer.id } }),
      ["customer"],
    ],
    [
      "an overdue control without an owner: everyone",
      "control.overdue",
      () => ({ change: { owner_id: null } }),
      PEOPLE,
    ],
    [
      "a webhook that was turned off: its owner",
      "webhook.disabled",
      () => ({
        project: null,
        change: { webhook: { id: newId(), url: "https://a.b", owner_id: foreign.id } },
      }),
      ["foreign"],
    ],
    [
      "an integration that fails: administrators",
      "integration.failing",
      () => ({ project: null }),
      ["admin"],
    ],
    [
      "a new member: they themselves, unless they do not see the project",
      "project.member_added",
      () => ({ change: { member: { user_id: foreign.id, role: "customer" } } }),
      [],
    ],
    ["what no one is notified of", "evidence.processed", () => ({}), []],
  ];
  test.each(CASES)("of %s", async (_what, kind, happening, expected) => {
    await happens(kind, happening());
    expect(await notified()).toEqual(expected);
  });

  test("of a report: its requester, while they see the project", async () => {
    const report = eventCatalogue["report.completed"].example.report;
    const by = (person: SignedIn) => ({ change: { report: { ...report, requested_by: person.id } } });
    await happens("report.completed", by(auditor));
    await happens("report.completed", by(foreign));
    expect(await notified()).toEqual(["auditor"]);
  });

  test("of a topic: everyone except those who muted it", async () => {
    const mute = (muted: string[] | null) =>
      auditor.send("PUT", `/api/v1/users/${auditor.id}`, { preferences: { muted } });
    expect((await mute(["general"])).data.preferences.muted).toEqual(["general"]);
    await happens("milestone.due");
    expect(await notified()).toEqual(["manager", "customer"]);
    await happens("risk.level_changed", { change: { to: "High" } });
    expect(await notified()).toContain("auditor");
    expect((await mute(null)).data.preferences.muted).toBeUndefined();
    expect((await mute(["weather"])).status).toBe(400);
    await happens("milestone.due");
    expect(await listOf(auditor)).toHaveLength(2);
  });

  test("of a comment: the assignee and the user who raised the finding, not the author", async () => {
    const body = { project_id: projectId, title: "F", severity: "Low", assigned_to: customer.id };
    const { data } = await auditor.send("POST", "/api/findings", body);
    const about = { subjectId: data.id };
    await happens("finding.commented", { ...about, by: customer });
    expect(await notified()).toEqual(["auditor"]);
    await happens("finding.updated", { ...about, change: { changed: ["assigned_to"] }, by: auditor });
    expect(await notified()).toEqual(["customer", "auditor"]);
    await happens("finding.updated", { ...about, change: { changed: ["title"] }, by: auditor });
    expect(await listOf(customer)).toHaveLength(1);
  });

  test("each user once, even if the relay repeats the event, and no deactivated users", async () => {
    const gone = await createPerson(product.orm, "customer", { active: false });
    await happens("evidence.rejected", { change: rejectedOf(gone) });
    await happens("milestone.missed");
    expect(await listOf(customer)).toHaveLength(1);
    expect(await em().count(Notification, { user: gone.id })).toBe(0);
  });
});

describe("a user's notifications", () => {
  test("show the event, the place and the actor, newest first", async () => {
    await happens("evidence.uploaded", { by: customer, change: uploadedBy(customer) });
    await happens("milestone.due");
    const [latest, first] = await listOf(auditor);
    expect(latest).toMatchObject({ event: "milestone.due", topic: "general", actor_id: null, read_at: null });
    expect(first).toMatchObject({
      event: "evidence.uploaded",
      project_id: projectId,
      project_name: "P",
      actor: { id: customer.id },
      data: { evidence: { title: evidence.title } },
    });
  });

  test("are marked as read one by one, or up to the newest seen", async () => {
    for (let i = 0; i < 3; i++) await happens("milestone.due");
    const [newest, middle, oldest] = (await listOf(auditor)) as [Notice, Notice, Notice];
    const read = await auditor.send("POST", `${PATH}/${oldest.id}/read`);
    expect([read.status, typeof read.data.read_at]).toEqual([200, "string"]);
    const again = await auditor.send("POST", `${PATH}/${oldest.id}/read`);
    expect(again.data.read_at).toBe(read.data.read_at);
    expect((await listOf(auditor, "unread=true")).map(({ id }) => id)).toEqual([newest.id, middle.id]);
    const rest = await auditor.send("POST", `${PATH}/read`, { up_to: middle.id });
    expect(rest.data).toEqual({ unread: 1 });
    expect((await auditor.send("POST", `${PATH}/read`, {})).data).toEqual({ unread: 0 });
    expect(await listOf(auditor, "unread=false")).toHaveLength(3);
    expect(await notified()).toEqual(["manager", "customer"]);
  });

  test("keep the time of the first of two simultaneous readings", async () => {
    await happens("milestone.due");
    const [{ id }] = (await listOf(auditor)) as [Notice];
    const first = "2026-01-02T03:04:05.000Z";
    const { second } = await em().transactional(async (inner) => {
      await inner.execute("select 1 from notifications where id = ? for update", [id]);
      const second = auditor.send("POST", `${PATH}/${id}/read` as const);
      await untilWaiting(product, 1);
      await inner.execute("update notifications set read_at = ? where id = ?", [first, id]);
      return { second };
    });
    expect((await second).data.read_at).toBe(first);
    expect((await em().findOneOrFail(Notification, { id })).readAt?.toISOString()).toBe(first);
  });

  test("can be seen and marked only by their recipient, not even by administrators", async () => {
    await happens("milestone.due");
    const [{ id }] = (await listOf(customer)) as [Notice];
    for (const person of [admin, manager, foreign])
      expect((await person.send("POST", `${PATH}/${id}/read`)).status).toBe(404);
    expect(await listOf(admin)).toEqual([]);
  });

  test("of a project disappear for users who can no longer see it", async () => {
    const member = await product.signIn("customer");
    await admin.send("POST", `/api/v1/projects/${projectId}/team`, { user_id: member.id, role: "customer" });
    await happens("milestone.due");
    const [{ id }] = (await listOf(member)) as [Notice];
    await admin.send("DELETE", `/api/v1/projects/${projectId}/team/${member.id}`);
    expect(await listOf(member)).toEqual([]);
    expect((await member.get(`${PATH}/unread`)).data).toEqual({ unread: 0 });
    expect((await member.send("POST", `${PATH}/${id}/read`)).status).toBe(404);
  });

  test("are limited to a key's projects, and marking requires the scope write", async () => {
    await happens("milestone.due");
    await happens("webhook.disabled", {
      project: null,
      change: { webhook: { id: newId(), url: "https://a.b", owner_id: customer.id } },
    });
    const restrictions = { resources: { project_ids: [projectId] } };
    const confined = await keyHeaders(customer, { scopes: ["read"], restrictions });
    const { data } = await product.anonymous.get(PATH, confined);
    expect(data.notifications.map(({ event }: { event: string }) => event)).toEqual(["milestone.due"]);
    expect((await product.anonymous.send("POST", `${PATH}/read`, {}, confined)).status).toBe(403);
    expect((await product.anonymous.get(PATH)).status).toBe(401);
  });

  test("of deleted projects are deleted with them", async () => {
    await happens("milestone.due");
    const project = em().getReference(Project, projectId);
    expect(await em().count(Notification, { project })).toBe(3);
    const { data } = await admin.send("POST", "/api/v1/projects", { name: "Q", framework: "soc2" });
    await happens("milestone.due", { project: data.id });
    await em().execute("delete from controls where project_id = ?", [data.id]);
    await em().nativeDelete(Project, { id: data.id });
    expect(await em().count(Notification, { project: data.id })).toBe(0);
  });
});
