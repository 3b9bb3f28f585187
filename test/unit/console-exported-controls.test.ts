import { expect, test } from "@jest/globals";
import { exportedControls } from "../../web/src/features/controls/exported-controls.ts";
import { readControlsSearch } from "../../web/src/features/controls/controls-search.ts";
import { entryOf } from "../../web/src/ui/entry-of.ts";

const exported = (search: Record<string, unknown>) => exportedControls("p", readControlsSearch(search));

test("a file has the controls that the table shows, in its order where the API has it", () => {
  expect(exported({})).toEqual({ project_id: "p" });
  expect(
    exported({
      q: "CC6",
      status: "complete",
      category: "Risk, and more",
      owner: "u",
      sort: "title",
      order: "desc",
    }),
  ).toEqual({
    project_id: "p",
    search: "CC6",
    search_fields: ["number", "title"],
    status: "complete",
    not_applicable: "false",
    category: ["Risk, and more"],
    owner_id: "u",
    sort: "title",
    order: "desc",
  });
  expect(exported({ sort: "owner", order: "desc", view: "board", control: "CC6.1" })).toEqual({
    project_id: "p",
  });
});

test("a file of overdue controls, or of those due within a month, has the same ones", () => {
  expect(exported({ due: "overdue" })).toEqual({ project_id: "p", overdue: "true" });
  const { due_before: until } = exported({ due: "soon" }) as { due_before: string };
  expect(Math.round((Date.parse(until) - Date.now()) / 86_400_000)).toBe(30);
});

test("there is no file of controls that the API cannot select", () => {
  expect([exported({ trust: "privacy" }), exported({ owner: "nobody" })]).toEqual([null, null]);
});

test("an address names no filter that the page does not have", () => {
  expect(
    readControlsSearch({ status: "made-up", trust: "constructor", view: "list", sort: "number" }),
  ).toEqual({});
});

test("a field of several has the number of its entry", () => {
  expect(["redirect_uris.1", "restrictions.ip_allow.0", "name", "a.1.b", 7, undefined].map(entryOf)).toEqual([
    2,
    1,
    null,
    null,
    null,
    null,
  ]);
});
