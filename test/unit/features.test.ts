import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { REPOSITORY } from "../../dev/setup/locations.mjs";
import type { CommandContext } from "../../domain/context.ts";
import { features } from "../../domain/features.ts";
import type { Feature } from "../../domain/feature.ts";
import { mergeParts } from "../../domain/merge-parts.ts";
import { attachHooks, createMoment } from "../../domain/moment.ts";
import { workflows } from "../../domain/workflows.ts";
import { queueOf } from "../../runtime/task-queues.ts";

const ctx = {} as CommandContext;

/** The output of a process without `domain/features.ts`. */
function printed(source: string): string {
  const args = ["--input-type=module", "--eval", source];
  return execFileSync(process.execPath, args, { cwd: REPOSITORY, encoding: "utf8" }).trim();
}

it("allows no moment before all features are composed", () => {
  const output = printed(`
    const { createMoment } = await import("./domain/moment.ts");
    await createMoment().happen({}, "early").catch((error) => console.log(error.message));`);
  expect(output).toBe("no feature has registered its part: import domain/features.ts");
});

it("runs the parts of features in list order", async () => {
  const onMoved = createMoment<string>();
  const done: string[] = [];
  const hook = (name: string) => onMoved.do(async (_ctx, subject) => void done.push(`${name}: ${subject}`));
  attachHooks([hook("upper"), hook("lower")]);
  await onMoved.happen(ctx, "x");
  expect(done).toEqual(["upper: x", "lower: x"]);
});

it("ends a moment with the first failing part", async () => {
  const onMoved = createMoment<string>();
  const done: string[] = [];
  attachHooks([
    onMoved.do(() => Promise.reject(new Error("no room"))),
    onMoved.do(async () => void done.push("never")),
  ]);
  await expect(onMoved.happen(ctx, "x")).rejects.toThrow("no room");
  expect(done).toEqual([]);
});

it("refuses events before features are composed, and unknown ones", () => {
  const output = printed(`
    const { definitionOf, useEvents } = await import("./domain/events/events-in-use.ts");
    const ask = () => { try { definitionOf("ping"); } catch (error) { console.log(error.message); } };
    ask();
    useEvents({ definitions: {}, starters: {}, workflows: {} });
    ask();`);
  expect(output.split("\n")).toEqual([
    "no feature has registered its events: import domain/features.ts",
    "no feature registers the event ping",
  ]);
});

it("refuses two features with the same name", () => {
  const start = () => null;
  const one: Feature = { entities: [], starts: { "a.b": start } };
  const other: Feature = { entities: [], starts: { "a.c": start } };
  expect(Object.keys(mergeParts([one, other], "starts"))).toEqual(["a.b", "a.c"]);
  expect(() => mergeParts([one, one], "starts")).toThrow("two features register the same name");
});

it("declares every workflow of the bundle, and no other", () => {
  const bundle = readFileSync("workflows/all-workflows.ts", "utf8");
  const exported = [...bundle.matchAll(/^export \{ (\w+) \}/gm)].map(([, name]) => name);
  expect(new Set(Object.keys(workflows))).toEqual(new Set(exported));
});

it("has a lane or a queue of its own for every workflow", () => {
  const all: readonly Feature[] = features;
  const queueless = all
    .filter(({ queue }) => queue === undefined)
    .flatMap(({ workflows: own = {} }) => Object.keys(own))
    .filter((name) => workflows[name]!.lane === undefined);
  expect(queueless).toEqual([]);
  expect(queueOf("main", "ingestEvidence")).toBe("main-files");
  expect(queueOf("main", "deliverWebhook")).toBe("main-webhooks");
  expect(() => queueOf("main", "ping")).toThrow("no feature registers the workflow ping");
});
