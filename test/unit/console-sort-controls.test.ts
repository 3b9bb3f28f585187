import { describe, expect, test } from "@jest/globals";
import { sortControls } from "../../web/src/features/controls/sort-controls.ts";

const control = (title: string, progress: number, owner: string | null, isOut = false) => ({
  title,
  progress,
  approved_evidence: 0,
  owner: owner === null ? null : { name: owner },
  status: progress === 100 ? ("complete" as const) : ("in_progress" as const),
  not_applicable: isOut,
  due_date: owner === null ? null : `2026-12-0${owner.length}T00:00:00.000Z`,
});

const CONTROLS = [
  control("Backups", 40, "Öner"),
  control("access", 100, null),
  control("Zones", 10, "Peters", true),
  control("Changes", 40, "Nowak"),
];
const titles = (...by: Parameters<typeof sortControls>[1][]) =>
  by.map((one) => sortControls(CONTROLS, one, "de").map(({ title }) => title));

describe("controls", () => {
  test("stay in the framework's order by default, and where they are equal", () => {
    expect(titles({}, { sort: "evidence" })).toEqual([
      ["Backups", "access", "Zones", "Changes"],
      ["Backups", "access", "Zones", "Changes"],
    ]);
  });

  test("are sorted by words as the language does", () => {
    expect(titles({ sort: "title" })).toEqual([["access", "Backups", "Changes", "Zones"]]);
    expect(titles({ sort: "owner" })).toEqual([["Changes", "Backups", "Zones", "access"]]);
  });

  test("without a value are last in both directions", () => {
    expect(titles({ sort: "progress", order: "asc" }, { sort: "progress", order: "desc" })).toEqual([
      ["Backups", "Changes", "access", "Zones"],
      ["access", "Backups", "Changes", "Zones"],
    ]);
    expect(titles({ sort: "due_date" })).toEqual([["Backups", "Changes", "Zones", "access"]]);
    expect(titles({ sort: "owner", order: "desc" })).toEqual([["Zones", "Backups", "Changes", "access"]]);
  });
});
