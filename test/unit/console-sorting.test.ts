import { describe, expect, test } from "@jest/globals";
import { readSearch } from "../../web/src/read-search.ts";
import { DIRECTIONS, nextOrder, sortParameters, type SortOrder } from "../../web/src/ui/sorting.ts";

const press = (presses: number, first: "asc" | "desc"): SortOrder => {
  let now: SortOrder = {};
  for (let press = 0; press < presses; press += 1) now = nextOrder(now, { by: "title", first });
  return now;
};

describe("the order of a list", () => {
  test.each(["asc", "desc"] as const)("starts with %s, reverses, and returns to the default", (first) => {
    const other = first === "asc" ? "desc" : "asc";
    expect(press(1, first)).toEqual({ sort: "title", order: first });
    expect(press(2, first)).toEqual({ sort: "title", order: other });
    expect(sortParameters(press(3, first))).toEqual({});
  });

  test("starts with the first direction of another column", () => {
    const now: SortOrder = { sort: "title", order: "desc" };
    expect(nextOrder(now, { by: "status", first: "asc" })).toEqual({ sort: "status", order: "asc" });
  });

  test("is ascending when an address names only the column, and nothing without a column", () => {
    expect(sortParameters({ sort: "title" })).toEqual({ sort: "title", order: "asc" });
    expect(sortParameters({ order: "desc" })).toEqual({});
    expect(nextOrder({ sort: "title" }, { by: "title", first: "asc" })).toMatchObject({ order: "desc" });
  });

  test("is read from an address only if the list can be sorted so", () => {
    const read = readSearch({ sort: ["title", "status"], order: DIRECTIONS });
    expect(read({ sort: "status", order: "desc" })).toEqual({ sort: "status", order: "desc" });
    expect(read({ sort: "secret", order: "up" })).toEqual({ sort: undefined, order: undefined });
  });
});
