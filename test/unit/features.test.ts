import { expect, it } from "@jest/globals";
import type { CommandContext } from "../../domain/context.ts";
import { definitionOf, useEvents } from "../../domain/events/events-in-use.ts";
import type { Feature } from "../../domain/feature.ts";
import { mergeParts } from "../../domain/merge-parts.ts";
import { attachHooks, createMoment } from "../../domain/moment.ts";

const ctx = {} as CommandContext;

it("lets no moment happen before every feature was asked for its part", async () => {
  const onMoved = createMoment<string>();
  const done: string[] = [];
  const hook = (name: string) => onMoved.do(async (_ctx, subject) => void done.push(`${name}: ${subject}`));
  await expect(onMoved.happen(ctx, "early")).rejects.toThrow("import domain/features.ts");
  attachHooks([hook("upper"), hook("lower")]);
  await onMoved.happen(ctx, "x");
  expect(done).toEqual(["upper: x", "lower: x"]);
});

it("ends a moment with the first part that fails", async () => {
  const onMoved = createMoment<string>();
  const done: string[] = [];
  attachHooks([
    onMoved.do(() => Promise.reject(new Error("no room"))),
    onMoved.do(async () => void done.push("never")),
  ]);
  await expect(onMoved.happen(ctx, "x")).rejects.toThrow("no room");
  expect(done).toEqual([]);
});

it("knows no event before features brought theirs", () => {
  expect(() => definitionOf("ping")).toThrow("import domain/features.ts");
  useEvents({ definitions: {}, starters: {} });
  expect(() => definitionOf("ping")).toThrow("no feature brings the event ping");
});

it("refuses two features that bring the same name", () => {
  const start = () => null;
  const one: Feature = { entities: [], starts: { "a.b": start } };
  const other: Feature = { entities: [], starts: { "a.c": start } };
  expect(Object.keys(mergeParts([one, other], "starts"))).toEqual(["a.b", "a.c"]);
  expect(() => mergeParts([one, one], "starts")).toThrow("two features bring the same name");
});
