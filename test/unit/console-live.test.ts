import { expect, test } from "@jest/globals";
import { EVENT_KINDS } from "../../domain/events/event-catalogue.ts";
import { CHANGED_BY, changedBy } from "../../web/src/live/changed-by.ts";

test("the console knows the effect of every kind of event", () => {
  const kinds = new Set(EVENT_KINDS.map((kind) => kind.split(".")[0]!));
  expect(Object.keys(CHANGED_BY).toSorted()).toEqual([...kinds].toSorted());
});

test("an unknown event changes the activity only", () => {
  expect(changedBy("evidence.approved")).toContain("evidence");
  expect(changedBy("made_up.later")).toEqual(["events"]);
  expect(changedBy("framework.imported")).toContain("frameworks");
  // All that was in the project is gone with it.
  expect(changedBy("project.deleted")).toEqual(expect.arrayContaining(Object.values(CHANGED_BY).flat()));
});
