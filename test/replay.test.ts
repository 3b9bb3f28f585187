import { beforeAll, describe, expect, test } from "@jest/globals";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Worker, type WorkflowBundle } from "@temporalio/worker";
import { createLogger } from "../platform/logger.ts";
import { workflowFiles } from "./support/workflow-files.ts";
import { bundleWorkflows } from "../workers/bundle-workflows.ts";
import { installRuntime } from "../workers/temporal-worker.ts";

const FOLDER = join(import.meta.dirname, "replay");
const histories = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));

let workflowBundle: WorkflowBundle;
beforeAll(async () => {
  const logger = createLogger("test", "silent");
  installRuntime(logger);
  workflowBundle = await bundleWorkflows();
}, 60_000);

const read = (name: string): { events: { eventType?: string }[] } =>
  JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as { events: { eventType?: string }[] };

describe("workflows of older versions continue with this one", () => {
  test.each(histories)("%s", async (name) => {
    await Worker.runReplayHistory({ workflowBundle }, read(name), name);
  });

  test("every workflow has recorded histories", () => {
    const recorded = ({ name }: { name: string }) => histories.some((history) => history.startsWith(name));
    expect(workflowFiles().filter((workflow) => !recorded(workflow))).toEqual([]);
  });

  test("no history contains the name of the machine that recorded it", () => {
    for (const name of histories) expect(readFileSync(join(FOLDER, name), "utf8")).not.toMatch(/"\d+@/);
  });

  test("a change in the order of steps is detected", async () => {
    const history = read("ingest-evidence.completed.json");
    const renamed = JSON.parse(
      JSON.stringify(history).replaceAll('"extractEvidence"', '"extractTheEvidence"'),
    ) as typeof history;
    await expect(Worker.runReplayHistory({ workflowBundle }, renamed, "changed")).rejects.toThrow(
      /[Nn]ondeterminism/,
    );
  });
});
