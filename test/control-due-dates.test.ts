import { describe, expect, test } from "@jest/globals";
import { createControlWatchActivities } from "../activities/controls/control-watch.activities.ts";
import { controlWatchId } from "../domain/controls/control-due.rules.ts";
import { Control } from "../domain/controls/control.entity.ts";
import type { DateSchedule } from "../domain/date-steps.rules.ts";
import { Event } from "../domain/events/event.entity.ts";
import { Project } from "../domain/projects/project.entity.ts";
import type { watchControl } from "../workflows/controls/control-watch.workflow.ts";
import { clockFrom } from "./support/clock-from.ts";
import { startActivityWorker } from "./support/activity-worker.ts";
import { newProject } from "./support/new-project.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { waitFor } from "./support/wait-for.ts";

/** Long before all dates: the workflow's fast days are none of the calendar. */
const clock = clockFrom(new Date("2026-01-01T00:00:00Z"));
const product = await startProductForFile({ clock });
const manager = await product.signIn("manager");
const customer = await product.signIn("customer", { managerId: manager.id });
const auditor = await product.signIn("auditor");
const projectId = await newProject(manager, { customer_id: customer.id, auditor_id: auditor.id });
const activities = createControlWatchActivities({ orm: product.orm, clock });
const worker = await stopAfterAll(startActivityWorker(product.config, activities));

/** A week in 4.9 seconds. */
const FAST: DateSchedule = { remindDaysBefore: [7, 3], dayMs: 700 };
const FAST_MS = 7_350;
const YEARS_AHEAD = "2100-01-31T09:00:00.000Z";
const LONG_PAST = "2020-01-31T09:00:00.000Z";

const pathOf = (number: string) => `/api/v1/projects/${projectId}/controls/${number}` as const;
const change = (number: string, body: object) => manager.send("PUT", pathOf(number), body);
const idOf = async (number: string): Promise<string> => (await manager.get(pathOf(number))).data.id;
/** The numbers of the controls that a filter lists. */
const listed = async (filter: string): Promise<string[]> => {
  const { data } = await manager.get(
    `/api/v1/compliance/controls?project_id=${projectId}&limit=100&${filter}`,
  );
  return data.controls.map(({ number }: { number: string }) => number);
};

const eventsOf = (subjectId: string) =>
  product.orm.em.fork().find(Event, { subjectId }, { orderBy: { id: "asc" } });
/** The recorded events of a control; for reminders, the number of days. */
const daysNotified = async (number: string) =>
  (await eventsOf(await idOf(number))).map(({ kind, data }) =>
    kind === "control.due" ? data["days_left"] : kind.replace("control.", ""),
  );
const handleOf = async (number: string) =>
  worker.temporal.client.workflow.getHandle<typeof watchControl>(controlWatchId(await idOf(number)));
const untilState = (number: string, wanted: string) =>
  waitFor(
    async () =>
      (await handleOf(number)).describe().then(
        ({ status }) => status.name,
        () => "none",
      ),
    (state) => state === wanted,
  );

describe("the due date of a control", () => {
  test("is set, moved and removed, and recorded as a change", async () => {
    expect((await manager.get(pathOf("CC1.1"))).data.due_date).toBeNull();
    const set = await change("CC1.1", { due_date: "2100-01-31T10:00:00+01:00" });
    expect(set.data.due_date).toBe(YEARS_AHEAD);
    expect((await change("CC1.1", { due_date: YEARS_AHEAD })).status).toBe(200);
    expect((await change("CC1.1", { due_date: null })).data.due_date).toBeNull();
    const events = await eventsOf(await idOf("CC1.1"));
    expect(events.map(({ kind, data }) => [kind, data["changed"]])).toEqual([
      ["control.updated", ["due_date"]],
      ["control.updated", ["due_date"]],
    ]);
  });

  test("is set for several controls at once, and sorts them, those without one last", async () => {
    const controls = ["CC1.2", "CC1.3"].map((control_id, n) => ({
      control_id,
      due_date: `210${n}-01-01T00:00:00Z`,
    }));
    const { status } = await manager.send("PUT", `/api/v1/projects/${projectId}/controls`, { controls });
    expect(status).toBe(200);
    expect((await listed("sort=due_date")).slice(0, 2)).toEqual(["CC1.2", "CC1.3"]);
  });

  test("selects overdue controls, and those due before a time, while they are not complete", async () => {
    await change("CC2.1", { due_date: LONG_PAST });
    await change("CC2.2", { due_date: LONG_PAST, progress: 100, reason: "Seen on site" });
    await change("CC2.3", { due_date: LONG_PAST, not_applicable: true, justification: "No offices" });
    expect(await listed("overdue=true")).toEqual(["CC2.1"]);
    const others = await listed("overdue=false");
    expect([others.length, others.includes("CC2.1"), others.includes("CC2.2")]).toEqual([60, false, true]);
    expect(await listed("due_before=2100-06-01T00:00:00Z")).toEqual(["CC1.2", "CC2.1"]);
  });

  test("lists the controls of all projects, the earliest due first, to those who see them", async () => {
    const other = await newProject(manager, { customer_id: customer.id });
    const controls = [
      { control_id: "CC1.4", owner_id: customer.id, due_date: "2090-01-01T00:00:00Z" },
      { control_id: "CC1.5", due_date: "2090-01-01T00:00:00Z" },
    ];
    await manager.send("PUT", `/api/v1/projects/${other}/controls`, { controls });
    await change("CC1.5", { owner_id: customer.id, due_date: "2091-01-01T00:00:00Z" });
    const all = async (person: typeof customer, filter: string) =>
      (await person.get(`/api/v1/controls?${filter}`)).data.controls.map(
        ({ project_id: id, number }: { project_id: string; number: string }) => [id, number],
      );
    const mine = `owner_id=${customer.id}&due_before=2100-01-01T00:00:00Z`;
    const both = [
      [other, "CC1.4"],
      [projectId, "CC1.5"],
    ];
    expect(await all(customer, mine)).toEqual(both);
    expect(await all(auditor, mine)).toEqual([both[1]]);
    expect(await all(customer, `${mine}&project_id=${other}`)).toEqual([both[0]]);
    await manager.send("PUT", `/api/v1/projects/${other}`, { status: "on_hold" });
    expect(await all(customer, `${mine}&project_status=active`)).toEqual([both[1]]);
    const { data } = await customer.get(`/api/v1/controls?${mine}&project_status=on_hold`);
    expect(data.controls[0]?.project_name).toBe((await manager.get(`/api/v1/projects/${other}`)).data.name);
    // Later tests expect no dates but their own.
    await change("CC1.5", { owner_id: null, due_date: null });
  });

  test("is not the auditor's to set", async () => {
    const { status } = await auditor.send("PUT", pathOf("CC1.1"), { due_date: YEARS_AHEAD });
    expect(status).toBe(403);
  });

  test("must be a time", async () => {
    const { status, body } = await change("CC1.1", { due_date: "soon" });
    expect([status, body.error.details["field"]]).toEqual([400, "due_date"]);
  });
});

describe("the workflow of a due date", () => {
  test("reminds of it twice and records that it passed, for the owner", async () => {
    const id = await idOf("CC3.1");
    const dueDate = new Date(Date.now() + FAST_MS);
    await product.orm.em.fork().nativeUpdate(Control, { id }, { dueDate, owner: customer.id });
    const args: [{ controlId: string; schedule: DateSchedule }] = [{ controlId: id, schedule: FAST }];
    const { client } = worker.temporal;
    await client.workflow.execute<typeof watchControl>("watchControl", {
      workflowId: controlWatchId(id),
      taskQueue: product.config.TEMPORAL_TASK_QUEUE,
      args,
    });
    expect(await daysNotified("CC3.1")).toEqual([7, 3, "overdue"]);
    expect((await eventsOf(id)).map(({ data }) => data["owner_id"])).toEqual(Array(3).fill(customer.id));
  });

  test("starts with the date, and ends at once when the control is complete or loses the date", async () => {
    for (const [number, body] of [
      ["CC3.2", { progress: 100, reason: "Seen on site" }],
      ["CC3.3", { due_date: null }],
    ] as const) {
      await change(number, { due_date: YEARS_AHEAD });
      await untilState(number, "RUNNING");
      await change(number, body);
      await untilState(number, "COMPLETED");
      expect(await daysNotified(number)).not.toContain("overdue");
    }
  });

  test("starts again with a later date", async () => {
    await change("CC4.1", { due_date: LONG_PAST });
    await untilState("CC4.1", "COMPLETED");
    await change("CC4.1", { due_date: YEARS_AHEAD });
    await untilState("CC4.1", "RUNNING");
    expect(await daysNotified("CC4.1")).toEqual(["updated", "overdue", "updated"]);
  });

  test("announces a control again if it was completed late and then reopened", async () => {
    await change("CC5.1", { due_date: LONG_PAST });
    await untilState("CC5.1", "COMPLETED");
    for (const progress of [100, 50]) await change("CC5.1", { progress, reason: "Seen on site" });
    await waitFor(
      () => daysNotified("CC5.1"),
      (days) => days.filter((one) => one === "overdue").length === 2,
    );
  });

  test("repeats nothing, and leaves an archived project alone", async () => {
    await change("CC4.2", { due_date: YEARS_AHEAD });
    const [id, dueAt] = [await idOf("CC4.2"), Date.parse(YEARS_AHEAD)];
    for (const days of [7, 7, 1, 7]) await activities.remindControl(id, dueAt, days);
    await activities.missControl(id, dueAt + 1);
    const archive = (status: "archived" | "active") =>
      product.orm.em.fork().nativeUpdate(Project, { id: projectId }, { status });
    await archive("archived");
    expect(await activities.controlDueAt(id)).toBeNull();
    await activities.missControl(id, dueAt);
    await archive("active");
    for (let n = 0; n < 2; n++) await activities.missControl(id, dueAt);
    expect(await activities.controlDueAt(id)).toBeNull();
    expect(await daysNotified("CC4.2")).toEqual(["updated", 7, 1, "overdue"]);
  });
});
