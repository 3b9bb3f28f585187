import { expect, test } from "@jest/globals";
import { groupAlike } from "../../web/src/features/notifications/group-alike.ts";
import type { Notification } from "../../web/src/features/notifications/notification.queries.ts";

/** One for each letter: capitals are read, and `b` is of another kind. */
const notifications = (letters: string, change: Partial<Notification> = {}): Notification[] =>
  letters.split("").map((letter, place) => ({
    id: `${letter}${place}`,
    event: letter.toLowerCase() === "b" ? "evidence.failed" : "evidence.uploaded",
    actor: { id: "kim", name: "Kim", role: "customer" as const },
    data: {},
    project_id: "soc2",
    project_name: "SOC 2",
    read_at: letter === letter.toUpperCase() ? "2026-01-01T00:00:00.000Z" : null,
    created_at: "2026-01-01T00:00:00.000Z",
    ...change,
  })) as Notification[];

const sizes = (list: Notification[]): number[] => groupAlike(list).map(({ length }) => length);

test.each([
  ["", []],
  ["a", [1]],
  ["aa", [1, 1]],
  ["aaa", [3]],
  ["aaaaabaaa", [5, 1, 3]],
  ["aaaAAA", [3, 3]],
  ["ababab", [1, 1, 1, 1, 1, 1]],
])("%p makes groups of %p", (letters, expected) => {
  expect(sizes(notifications(letters))).toEqual(expected);
});

test.each([
  ["project", { project_id: "iso27001" }],
  ["person", { actor: { id: "lee", name: "Lee", role: "customer" as const } }],
])("notifications of another %s are another group", (_, change) => {
  expect(sizes([...notifications("aaa"), ...notifications("aaa", change)])).toEqual([3, 3]);
});

test("nothing is lost, and the order is kept", () => {
  const list = notifications("aaabbaAAAb");
  expect(groupAlike(list).flat()).toEqual(list);
});
