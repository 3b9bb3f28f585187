import { describe, expect, test } from "@jest/globals";
import { fieldChanges } from "../../domain/audit-log/audit.rules.ts";
import { subjectKindOf } from "../../domain/events/events-in-use.ts";
import "../../domain/features.ts";
import { ownerOfEvent } from "../../domain/events/event.rules.ts";

describe("the user that an event concerns", () => {
  test.each<[string, Record<string, unknown>, string | null]>([
    ["the owner of its subject", { webhook: { id: "w", owner_id: "a" } }, "a"],
    ["the user of its subject", { session: { user_id: "b" } }, "b"],
    ["the owner before the user", { key: { user_id: "b", owner_id: "a" } }, "a"],
    ["the first subject with one", { from: null, to: "x", one: { id: "1" }, two: { owner_id: "a" } }, "a"],
    ["the user that it is about", { user: { id: "c" } }, "c"],
    ["no one without a subject", {}, null],
    ["no one of a subject without an owner", { project: { id: "p", owner_id: null } }, null],
    ["no one for an id that is no text", { user: { id: 7 } }, null],
    ["no one for a user that is no object", { user: "c" }, null],
    ["no one for an empty user", { user: null }, null],
  ])("is %s", (_who, data, owner) => expect(ownerOfEvent(data, null)).toBe(owner));

  test.each<[string, Record<string, unknown>, string | null]>([
    ["not the owner of its subject, who may have left", { policy: { owner_id: "a" } }, null],
    ["the user who joined or left", { member: { user_id: "b" }, project: { id: "p" } }, "b"],
  ])("in a project is %s", (_who, data, owner) => expect(ownerOfEvent(data, "p")).toBe(owner));
});

describe("the subject of an audit entry", () => {
  test.each([
    ["project.created", "project"],
    ["score.changed", "project"],
    ["risk.level_changed", "project"],
    ["user.password_reset_requested", "password_reset"],
    ["signing_key.rotated", "signing_key"],
  ] as const)("of %s is a %s", (kind, subject) => expect(subjectKindOf(kind)).toBe(subject));
});

describe("the changes of fields", () => {
  test("have the values before and after, null for none, and only of the named fields", () => {
    const before: Record<string, unknown> = { name: "Old", secret: "s" };
    const after: Record<string, unknown> = { name: "New", count: 0 };
    expect(fieldChanges(["name", "count", "gone"], before, after)).toEqual({
      name: { before: "Old", after: "New" },
      count: { before: null, after: 0 },
      gone: { before: null, after: null },
    });
    expect(fieldChanges([], before, after)).toEqual({});
  });
});
