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

type History = { events: { eventType?: string }[] };
let workflowBundle: WorkflowBundle;
/** The error of each history, by its name; undefined for those that replay. */
let errors: Map<string, Error | undefined>;

const read = (name: string): History => JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as History;

/** Replays histories in one worker: a worker for each would load the workflows for each. */
async function replay(recorded: readonly [name: string, history: History][]): Promise<typeof errors> {
  const results = Worker.runReplayHistories(
    { workflowBundle },
    recorded.map(([workflowId, history]) => ({ workflowId, history })),
  );
  const found: typeof errors = new Map();
  for await (const { workflowId, error } of results) found.set(workflowId, error);
  return found;
}

beforeAll(async () => {
  installRuntime(createLogger("test", "silent"));
  workflowBundle = await bundleWorkflows();
  errors = await replay(histories.map((name) => [name, read(name)]));
});

describe("workflows of older versions continue with this one", () => {
  test.each(histories)("%s", (name) => {
    expect([...errors.keys()]).toContain(name);
    expect(errors.get(name)).toBeUndefined();
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
    const found = await replay([
      ["changed", renamed],
      ["unchanged", history],
    ]);
    expect(found.get("changed")?.message).toMatch(/[Nn]ondeterminism/);
    expect(found.get("unchanged")).toBeUndefined();
  });
});
