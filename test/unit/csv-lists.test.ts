import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { allRoutes, type RouteDeps } from "../../api/all-routes.ts";
import { signedIn } from "../../api/access.ts";
import { Pagination } from "../../api/common.contract.ts";
import { csvRows } from "../../api/gateway/csv-rows.ts";
import { listShape } from "../../api/gateway/list-shape.ts";
import { describeApi } from "../../api/gateway/openapi/describe-api.ts";
import { defineRoute } from "../../api/route.ts";
import { LISTS } from "../support/lists.ts";
import { wholePaths } from "../../dev/fuzz/whole-paths.ts";

// Describing runs no route; these are needed to build the list.
const deps = {
  tokens: { issuer: "https://compliance.example.com", audience: "api" },
  rotationKey: Buffer.alloc(32),
} as unknown as RouteDeps;
const routes = allRoutes(deps);

const routeOf = (output: z.core.$ZodType) =>
  defineRoute({
    method: "get",
    path: "/x",
    summary: "",
    access: signedIn("read"),
    output,
    act: async () => ({}),
  });
const columnsOf = (row: z.core.$ZodType) =>
  listShape(routeOf(z.object({ rows: z.array(row), pagination: Pagination })))?.columns.map(
    ({ name }) => name,
  );

describe("lists among the routes", () => {
  test("are all known", () => {
    const found = routes.filter((route) => listShape(route) !== null).map(({ path }) => path);
    expect(found.toSorted()).toEqual(LISTS.map(({ path }) => path).toSorted());
  });

  test("are the routes that return pages, as rows with unique column names", () => {
    const paged = routes.filter(
      ({ output }) => output instanceof z.ZodObject && "pagination" in output.shape,
    );
    expect(paged.length).toBeGreaterThan(10);
    for (const route of paged) {
      const names = listShape(route)!.columns.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(names.length).toBeGreaterThan(3);
    }
  });

  test("are marked in the API description, and no other routes", () => {
    const paths = wholePaths<
      Record<
        string,
        { description: string; responses: Record<number, { content?: object; headers: object }> }
      >
    >(describeApi(routes, "https://compliance.example.com"));
    const answered = Object.entries(paths).filter(
      ([, { get }]) => "text/csv" in (get?.responses[200]?.content ?? {}),
    );
    const files = ["/api/v1/audit-log/export", "/api/v1/questionnaires/{id}/file"];
    const expected = [...LISTS.map(({ path }) => path.replace(/:(\w+)/g, "{$1}")), ...files];
    expect(answered.map(([path]) => path).toSorted()).toEqual(expected.toSorted());
    for (const [path, { get }] of answered.filter(([name]) => !files.includes(name))) {
      expect([path, Object.keys(get!.responses[200]!.content!)]).toEqual([
        path,
        ["application/json", "text/csv"],
      ]);
      expect(get!.description).toContain("Accept: text/csv");
      expect(get!.responses[200]!.headers).toHaveProperty("X-Total-Count");
    }
  });

  test.each<[string, z.core.$ZodType]>([
    ["a single object", z.object({ id: z.string() })],
    ["two lists", z.object({ a: z.array(z.object({})), b: z.array(z.object({})) })],
    ["a list of words", z.object({ words: z.array(z.string()) })],
    [
      "a list and more, without pages",
      z.object({ rows: z.array(z.object({ id: z.string() })), total: z.int() }),
    ],
  ])("do not include %s", (_what, output) => expect(listShape(routeOf(output))).toBeNull());
});

test("have flat columns, even for optional nested objects", () => {
  const inside = z.object({ a: z.string(), deep: z.object({ b: z.int() }).nullable() });
  expect(
    columnsOf(z.object({ id: z.string(), inside: inside.optional(), tags: z.array(z.string()) })),
  ).toEqual(["id", "inside.a", "inside.deep.b", "tags"]);
});

test.each<[string, unknown, string | number | null]>([
  ["text", "a", "a"],
  ["a number", 0, 0],
  ["yes", true, "true"],
  ["no", false, "false"],
  ["nothing", null, null],
  ["what is missing", undefined, null],
  ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
  ["values", ["a", 1, null], "a; 1; "],
  ["no values", [], ""],
  ["things", [{ a: 1 }, { a: 2 }], '{"a":1}; {"a":2}'],
  ["an object of any shape", { a: ["="] }, '{"a":["="]}'],
])("turn %s into one cell", (_what, value, cell) => {
  expect(csvRows([{ name: "x.y", path: ["x", "y"] }], [{ x: { y: value } }])).toEqual([[cell]]);
});

test("turn missing nested objects into empty cells", () => {
  const columns = [{ name: "x.y", path: ["x", "y"] }];
  expect(csvRows(columns, [{ x: null }, {}, { x: [] }])).toEqual([[null], [null], [null]]);
});
