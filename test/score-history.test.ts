import { describe, expect, test } from "@jest/globals";
import { createScoreSnapshotActivities } from "../activities/compliance/score-snapshot.activities.ts";
import { runAsSystem } from "../activities/run-as-system.ts";
import { snapshotScores as snapshotProjects } from "../domain/compliance/score-snapshot.commands.ts";
import type { SystemContext } from "../domain/context.ts";
import { newId } from "../platform/ids.ts";
import { createLogger } from "../platform/logger.ts";
import type { snapshotScores } from "../workflows/compliance/score-snapshot.workflow.ts";
import { startActivityWorker } from "./support/activity-worker.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

const { product, customer, projectId, uploaded } = await startEvidenceProject();
const CONTROLS = 61;
const DAY_MS = 86_400_000;
const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** The hour of the next snapshot: a few minutes after midnight, some days ago. */
let now: Date;

const clock = { now: () => now };
const logger = createLogger("test", "silent");
const worker = await stopAfterAll(
  startActivityWorker(product.config, createScoreSnapshotActivities({ orm: product.orm, clock, logger })),
);

const takeSnapshots = (atDay: string, time = "00:05:00"): Promise<void> => {
  now = new Date(`${atDay}T${time}Z`);
  return worker.temporal.client.workflow.execute<typeof snapshotScores>("snapshotScores", {
    workflowId: `snapshot-${newId()}`,
    taskQueue: product.config.TEMPORAL_TASK_QUEUE,
    args: [{ batch: 1 }],
  });
};
const scoreOf = (query = "") => customer.get(`/api/v1/compliance/score?project_id=${projectId}${query}`);
const historyOf = async (query = "") =>
  (await customer.get(`/api/v1/compliance/score/history?project_id=${projectId}${query}`)).data.history;

describe("a project's figures of past days", () => {
  test("do not exist before the first snapshot", async () => {
    expect(await historyOf()).toEqual([]);
    expect((await scoreOf(`&as_of=${dayBefore(3)}`)).status).toBe(404);
    expect((await scoreOf("&explain=true")).data.changes).toBeNull();
  });

  test("are stored as of the end of each day, for every project", async () => {
    await customer.send("POST", "/api/v1/projects", { name: "Another", framework: "iso27001" });
    await takeSnapshots(dayBefore(3));
    await uploaded({ control_id: "CC6.1" });
    await takeSnapshots(dayBefore(1));
    const history = await historyOf();
    expect(history.map(({ day }) => day)).toEqual([dayBefore(2), dayBefore(4)]);
    expect(history[0]).toMatchObject({
      overall_score: 50 / CONTROLS,
      control_coverage: { in_progress: 1 },
      last_updated: `${dayBefore(1)}T00:05:00.000Z`,
    });
    expect(history[1]!.overall_score).toBe(0);
    expect(await historyOf(`&from=${dayBefore(3)}`)).toHaveLength(1);
    expect(await historyOf(`&to=${dayBefore(3)}`)).toHaveLength(1);
    expect(await historyOf("&limit=1&page=2")).toEqual([history[1]]);
  });

  test("return the state as of a day, and the current one for today", async () => {
    const asOf = async (days: number) => (await scoreOf(`&as_of=${dayBefore(days)}`)).data?.overall_score;
    expect(await asOf(5)).toBeUndefined();
    expect([await asOf(4), await asOf(3), await asOf(2), await asOf(0)]).toEqual([
      0,
      0,
      50 / CONTROLS,
      50 / CONTROLS,
    ]);
    const ahead = await scoreOf(`&as_of=${dayBefore(-1)}`);
    expect(ahead.body.error.details).toMatchObject({ field: "as_of" });
  });

  test("include the risk, for those who see the project", async () => {
    const riskOf = (query: string) => customer.get(`/api/compliance/risk?${query}`);
    const ofDay = (day: string) => riskOf(`project_id=${projectId}&as_of=${day}`);
    const finding = { project_id: projectId, title: "Open port", severity: "High" };
    await customer.send("POST", "/api/findings", finding);
    const past = (await ofDay(dayBefore(2))).data;
    expect(past).toEqual({ project_id: projectId, score: 0, level: "Low", counted: 0 });
    expect((await ofDay(dayBefore(0))).data).toMatchObject({ score: 50, level: "Medium", counted: 1 });
    expect((await ofDay(dayBefore(5))).status).toBe(404);
    expect((await ofDay(dayBefore(-1))).body.error.details).toMatchObject({ field: "as_of" });
    const ofAll = await riskOf(`as_of=${dayBefore(2)}`);
    expect(ofAll.body.error.details).toMatchObject({ field: "project_id", error: "is required with as_of" });
    const stranger = await product.signIn("customer");
    const path = `/api/compliance/risk?project_id=${projectId}&as_of=${dayBefore(2)}`;
    expect((await stranger.get(path)).status).toBe(404);
  });

  test("do not change, and show what changed since", async () => {
    await uploaded({ control_id: "A1.2" });
    await takeSnapshots(dayBefore(1));
    expect((await historyOf())[0]!.overall_score).toBe(50 / CONTROLS);
    const { changes } = (await scoreOf("&explain=true")).data;
    expect(changes!.since).toBe(`${dayBefore(1)}T00:05:00.000Z`);
    expect(changes!.controls).toMatchObject([{ number: "A1.2", from: 0, to: 50 }]);
  });

  test("come from the snapshot closest to the end of the day, even from a late run", async () => {
    const newest = async () => {
      const { day, last_updated: takenAt, overall_score: score } = (await historyOf())[0]!;
      return { day, takenAt, score };
    };
    const [day, next] = [dayBefore(1), dayBefore(0)];
    await takeSnapshots(day, "12:30:00");
    const early = { day, takenAt: `${day}T12:30:00.000Z`, score: 100 / CONTROLS };
    expect(await newest()).toEqual(early);
    await uploaded({ control_id: "C1.1" });
    await takeSnapshots(next);
    const atItsEnd = { day, takenAt: `${next}T00:05:00.000Z`, score: 150 / CONTROLS };
    expect(await newest()).toEqual(atItsEnd);
    await uploaded({ control_id: "C1.2" });
    await takeSnapshots(next, "11:00:00");
    expect(await newest()).toEqual(atItsEnd);
  });

  test("are stored even if those of another project cannot be", async () => {
    const broken = (await customer.send("POST", "/api/v1/projects", { name: "Broken", framework: "soc2" }))
      .data;
    const { data: later } = await customer.send("POST", "/api/v1/projects", {
      name: "Later",
      framework: "soc2",
    });
    const change = (sql: string) => product.orm.em.fork().execute(`alter table score_snapshots ${sql}`);
    await change(`add constraint broken check (project_id <> '${broken.id}') not valid`);
    try {
      await takeSnapshots(dayBefore(9));
    } finally {
      await change("drop constraint broken");
    }
    const daysOf = async (id: string) =>
      (await customer.get(`/api/v1/compliance/score/history?project_id=${id}`)).data.history.length;
    expect([await daysOf(broken.id), await daysOf(later.id)]).toEqual([0, 1]);
  });

  test("stay if the step is interrupted at a later project", async () => {
    now = new Date(`${dayBefore(19)}T00:05:00Z`);
    let transactions = 0;
    // The first lists the projects.
    const run = async <T>(command: (ctx: SystemContext) => Promise<T>): Promise<T> => {
      transactions += 1;
      if (transactions > 2) throw new Error("lost");
      return runAsSystem({ orm: product.orm, clock }, command);
    };
    const onFailure = (_id: string, error: unknown): void => {
      throw error;
    };
    await expect(snapshotProjects({ afterId: null, limit: 10, run, onFailure })).rejects.toThrow("lost");
    expect((await historyOf(`&to=${dayBefore(20)}`)).map(({ day }) => day)).toEqual([dayBefore(20)]);
  });
});
