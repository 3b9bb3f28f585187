import { expect, test } from "@jest/globals";
import { diffRows } from "../../web/src/ui/diff-rows.ts";

test("unchanged lines are kept together, and a changed line is shown beside its new version", () => {
  const before = ["Title", "Access ends in five days.", "Signed."];
  const after = ["Title", "Access ends in one day.", "Signed.", "Filed."];
  expect(diffRows(before, after)).toEqual([
    { kind: "same", lines: ["Title"] },
    { kind: "changed", before: "Access ends in five days.", after: "Access ends in one day." },
    { kind: "same", lines: ["Signed."] },
    { kind: "changed", before: null, after: "Filed." },
  ]);
});

test("a deleted line has nothing beside it", () => {
  expect(diffRows(["One", "Two"], ["Two"])).toEqual([
    { kind: "changed", before: "One", after: null },
    { kind: "same", lines: ["Two"] },
  ]);
});

test("texts without common lines are shown completely", () => {
  const lines = (word: string) => Array.from({ length: 2_000 }, (_, at) => `${word} ${at}`);
  const rows = diffRows(lines("before"), lines("after"));
  expect(rows).toHaveLength(2_000);
  expect(rows[7]).toEqual({ kind: "changed", before: "before 7", after: "after 7" });
});

test("equal texts have no differences", () => {
  expect(diffRows(["One"], ["One"])).toEqual([{ kind: "same", lines: ["One"] }]);
});
