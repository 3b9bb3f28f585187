import { beforeAll, describe, expect, test } from "@jest/globals";
import { createMilestoneWatchActivities } from "../activities/projects/milestone-watch.activities.ts";
import { Event } from "../domain/events/event.entity.ts";
import type { DateSchedule } from "../domain/date-steps.rules.ts";
import { watchWorkflowId } from "../domain/projects/milestone.rules.ts";
import { Milestone, Project } from "../domain/projects/project.entity.ts";
import { newId } from "../platform/ids.ts";
import type { watchMilestone } from "../workflows/projects/milestone-watch.workflow.ts";
import { clockFrom } from "./support/clock-from.ts";
import { startActivityWorker } from "./support/activity-worker.ts";
import { waitFor } from "./support/wait-for.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { newProject } from "./support/new-project.ts";

/** Long before all dates, because the workflow's fast days are none of the calendar. */
const LONG_AGO = clockFrom(new Date("2026-01-01T00:00:00Z"));
/** Of the activities. */
let clock = LONG_AGO;

const product = await startProductForFile({ clock: LONG_AGO });
const customer = await product.signIn("customer");
const projectId = await newProject(customer);
const activities = createMilestoneWatchActivities({ orm: product.orm, clock: { now: () => clock.now() } });
const worker = await stopAfterAll(startActivityWorker(product.config, activities));

/** A week in 4.9 seconds; a step that is two seconds late would be skipped as outdated. */
const FAST: DateSchedule = { remindDaysBefore: [7, 3], dayMs: 700 };
const FAST_MS = 7_350;
const YEARS_AHEAD = "2100-01-31T09:00:00.000Z";

const soon = (ms: number): string => new Date(Date.now() + ms).toISOString();
const path = () => `/api/v1/projects/${projectId}/milestones` as const;
const create = async (due = YEARS_AHEAD): Promise<string> => {
  const { status, data } = await customer.send("POST", path(), { name: "Audit", due_date: due });
  expect(status).toBe(201);
  return data.id;
};
const change = (id: string, body: object) => customer.send("PUT", `${path()}/${id}`, body);
const read = async (id: string) => (await customer.get(path())).data.milestones.find((m) => m.id === id)!;

/** The recorded events of a milestone; for reminders, the number of days. */
const daysNotified = async (subjectId: string) =>
  (await product.orm.em.fork().find(Event, { subjectId }, { orderBy: { id: "asc" } })).map((event) =>
    event.kind === "milestone.due" ? event.data["days_left"] : event.kind.replace("milestone.", ""),
  );
const handleOf = (id: string) =>
  worker.temporal.client.workflow.getHandle<typeof watchMilestone>(watchWorkflowId(id));
const stateOf = async (id: string) => (await handleOf(id).describe()).status.name;
const untilState = (id: string, wanted: string) =>
  waitFor(
    () => stateOf(id).catch(() => "none"),
    (state) => state === wanted,
  );

/** A milestone without a workflow, and its workflow with fast days. */
async function watched(dueInMs: number): Promise<string> {
  const id = newId();
  const em = product.orm.em.fork();
  const project = em.getReference(Project, projectId);
  em.create(Milestone, { id, project, name: "Audit", dueDate: new Date(soon(dueInMs)) });
  await em.flush();
  await worker.temporal.client.workflow.start<typeof watchMilestone>("watchMilestone", {
    workflowId: watchWorkflowId(id),
    taskQueue: product.config.TEMPORAL_TASK_QUEUE,
    args: [{ milestoneId: id, schedule: FAST }],
  });
  return id;
}

describe("a milestone", () => {
  test("is added, changed, listed by date and removed", async () => {
    const late = await create();
    const early = await create("2099-01-31T09:00:00+01:00");
    const { data } = await customer.get(path());
    expect(data.milestones.slice(0, 2)).toEqual([
      { id: early, name: "Audit", due_date: "2099-01-31T08:00:00.000Z", status: "planned" },
      { id: late, name: "Audit", due_date: YEARS_AHEAD, status: "planned" },
    ]);
    const begun = await change(early, { name: "New", status: "in_progress" });
    expect(begun.data).toMatchObject({ id: early, name: "New", status: "in_progress" });
    expect((await change(early, { status: "achieved" })).data.status).toBe("achieved");
    expect((await customer.send("DELETE", `${path()}/${early}`)).status).toBe(200);
    expect((await change(early, {})).status).toBe(404);
    expect(await daysNotified(early)).toEqual(["created", "updated", "achieved", "deleted"]);
  });

  test("of another project is not found", async () => {
    const id = await create();
    const other = (await customer.send("POST", "/api/v1/projects", { name: "Q", framework: "soc2" })).data.id;
    expect((await customer.send("PUT", `/api/v1/projects/${other}/milestones/${id}`, {})).status).toBe(404);
  });

  test("is not changed by equal values", async () => {
    const id = await create();
    const body = { name: "Audit", due_date: YEARS_AHEAD, status: "planned" };
    expect((await change(id, body)).status).toBe(200);
    expect(await daysNotified(id)).toEqual(["created"]);
  });

  test("cannot be set to missed by users", async () => {
    const { status, body } = await change(await create(), { status: "missed" });
    expect([status, body.error.details["field"]]).toEqual([400, "status"]);
  });

  test.each([
    ["goes back to planned", { status: "planned" }, "impossible_status"],
    ["gets another date", { due_date: "2098-01-01T00:00:00Z" }, "milestone_achieved"],
  ])("that is achieved never %s", async (_name, body, reason) => {
    const id = await create();
    await change(id, { status: "achieved" });
    expect((await change(id, body)).body.error).toMatchObject({ code: "CONFLICT", details: { reason } });
    expect(await daysNotified(id)).toEqual(["created", "achieved"]);
  });
});

describe("the milestones of all projects", () => {
  test("are listed by date, with their projects, to those who see them", async () => {
    const [manager, stranger] = [await product.signIn("manager"), await product.signIn("customer")];
    const other = await newProject(manager, { name: "Other", customer_id: customer.id });
    const due = { early: "2050-01-01T00:00:00.000Z", late: "2051-01-01T00:00:00.000Z" };
    const add = async (project: string, name: string, due_date: string) =>
      (await manager.send("POST", `/api/v1/projects/${project}/milestones`, { name, due_date })).data.id;
    const late = (await customer.send("POST", path(), { name: "Late", due_date: due.late })).data.id;
    const early = await add(other, "Early", due.early);
    const achieved = await add(other, "Achieved", due.early);
    await manager.send("PUT", `/api/v1/projects/${other}/milestones/${achieved}`, { status: "achieved" });
    const idsFor = async (person: typeof customer, filter = "due_before=2052-01-01T00:00:00Z") =>
      (await person.get(`/api/v1/milestones?${filter}`)).data.milestones.map(({ id }) => id);
    expect(await idsFor(customer)).toEqual([early, late]);
    expect(await idsFor(manager)).toEqual([early]);
    expect(await idsFor(stranger)).toEqual([]);
    expect(await idsFor(customer, "status=achieved&search=Achieved")).toEqual([achieved]);
    expect(await idsFor(customer, `project_id=${other}&limit=1&page=2&sort=name`)).toEqual([early]);
    await manager.send("PUT", `/api/v1/projects/${other}`, { status: "on_hold" });
    expect(await idsFor(customer, "due_before=2052-01-01T00:00:00Z&project_status=active")).toEqual([late]);
    const { data } = await customer.get(
      "/api/v1/milestones?project_status=on_hold&due_before=2052-01-01T00:00:00Z",
    );
    const about = { project_id: other, project_name: "Other", name: "Early" };
    expect(data.milestones).toEqual([{ id: early, due_date: due.early, status: "planned", ...about }]);
  });
});

describe("the workflow of a milestone", () => {
  let [untouched, moved, renamed] = ["", "", ""];
  // At the same time, because each takes a fast week.
  beforeAll(async () => {
    const ids = await Promise.all([watched(FAST_MS), watched(FAST_MS), watched(FAST_MS)]);
    [untouched, moved, renamed] = ids;
    for (const id of ids)
      await waitFor(
        () => daysNotified(id),
        (answered) => answered.includes(7),
      );
    await change(moved, { due_date: soon(FAST_MS + 1_000) });
    await change(renamed, { name: "New" });
  });

  test("sends two reminders and marks it missed on its date", async () => {
    await handleOf(untouched).result();
    expect(await daysNotified(untouched)).toEqual([7, 3, "missed"]);
    expect((await read(untouched)).status).toBe("missed");
  });

  test("starts with the milestone, even if it was created with its project", async () => {
    const milestones = [{ name: "Audit", due_date: soon(1_500) }];
    const body = { name: "P", framework: "soc2", milestones };
    const project = (await customer.send("POST", "/api/v1/projects", body)).data.id;
    const { data } = await customer.get(`/api/v1/projects/${project}/milestones`);
    const ids = [data.milestones[0]!.id, await create(soon(1_500))];
    for (const id of ids) {
      await untilState(id, "COMPLETED");
      expect(await daysNotified(id)).toEqual(["created", "missed"]);
    }
  });

  test("follows a changed date", async () => {
    await handleOf(moved).result();
    expect(await daysNotified(moved)).toEqual([7, "updated", 7, 3, "missed"]);
  });

  test("starts again when a missed milestone gets a date in the future", async () => {
    const id = await create(soon(500));
    await untilState(id, "COMPLETED");
    expect((await change(id, { due_date: soon(2_000) })).data.status).toBe("planned");
    await untilState(id, "RUNNING");
    await untilState(id, "COMPLETED");
    expect(await daysNotified(id)).toEqual(["created", "missed", "updated", "missed"]);
  });

  test("continues after other changes, and reminds once", async () => {
    await handleOf(renamed).result();
    expect(await daysNotified(renamed)).toEqual([7, "updated", 3, "missed"]);
  });

  test.each([
    ["achieved", (id: string) => change(id, { status: "achieved" })],
    ["deleted", (id: string) => customer.send("DELETE", `${path()}/${id}`)],
  ])("ends at once when it is %s", async (kind, act) => {
    const id = await create();
    await untilState(id, "RUNNING");
    await act(id);
    await untilState(id, "COMPLETED");
    expect(await daysNotified(id)).toEqual(["created", kind]);
  });
});

describe("repeated and late steps", () => {
  test("remind once, miss once, and do not affect another date", async () => {
    const id = await create();
    const dueAt = Date.parse(YEARS_AHEAD);
    for (const days of [7, 7, 1, 7]) await activities.remindMilestone(id, dueAt, days);
    await activities.missMilestone(id, dueAt + 1);
    expect(await daysNotified(id)).toEqual(["created", 7, 1]);
    for (let n = 0; n < 2; n++) await activities.missMilestone(id, dueAt);
    await activities.remindMilestone(id, dueAt, 0);
    expect(await daysNotified(id)).toEqual(["created", 7, 1, "missed"]);
  });

  test("state the days that are left", async () => {
    const id = await create();
    clock = clockFrom(new Date("2100-01-28T21:00:00Z"));
    await activities.remindMilestone(id, Date.parse(YEARS_AHEAD), 7);
    clock = LONG_AGO;
    expect(await daysNotified(id)).toEqual(["created", 3]);
  });

  test("do nothing to an archived project", async () => {
    const id = await create();
    const dueAt = Date.parse(YEARS_AHEAD);
    await product.orm.em.fork().nativeUpdate(Project, { id: projectId }, { status: "archived" });
    expect(await activities.milestoneDueAt(id)).toBeNull();
    await activities.missMilestone(id, dueAt);
    await product.orm.em.fork().nativeUpdate(Project, { id: projectId }, { status: "active" });
    expect(await activities.milestoneDueAt(id)).toBe(dueAt);
    expect(await daysNotified(id)).toEqual(["created"]);
  });
});
