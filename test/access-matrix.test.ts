import { describe, expect, test } from "@jest/globals";
import { problemsOf } from "./support/access-calls.ts";
import { lineToAdd } from "./support/access-row.ts";
import { ACCESS_TABLE } from "./support/access-table.ts";
import { setStage } from "./support/access-worlds.ts";
import { OTHER_ROUTES } from "./support/other-routes.ts";
import { wholePaths } from "../dev/fuzz/whole-paths.ts";
import { startProductForFile } from "./support/product-for-file.ts";

/** Thousands of calls, and the machine may be busy. */
const PATIENCE_MS = 300_000;

const environment = {
  WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
  WEBHOOKS_PER_USER: "10000",
  MCP_ENABLED: "true",
};
const product = await startProductForFile({ environment });
const stage = await setStage(product);

interface Operation {
  security: object[];
}

describe("access to the routes", () => {
  test("the table covers exactly the existing routes", async () => {
    const { body } = await product.anonymous.get("/openapi.json");
    const paths = wholePaths<Record<string, Operation>>(body);
    const routes = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { security }]) => ({
        route: `${method.toUpperCase()} ${path}`,
        open: security.length === 0,
      })),
    );
    const listed = new Set([...ACCESS_TABLE.map(({ method, path }) => `${method} ${path}`), ...OTHER_ROUTES]);
    const missing = routes.filter(({ route }) => !listed.has(route));
    const hint =
      "add these lines to TABLE in test/support/access-table.ts, a status for each ___, see the comment there " +
      "(a JSON body goes into BODIES; the last word is one of SUBJECTS in access-subjects.ts)";
    expect({ [hint]: missing.map(({ route, open }) => lineToAdd(route, open)) }).toEqual({ [hint]: [] });
    expect([...listed].filter((name) => !routes.some(({ route }) => route === name))).toEqual([]);
  });

  test.each(ACCESS_TABLE)(
    "$method $path",
    async (row) => expect(await problemsOf(stage, row)).toEqual([]),
    PATIENCE_MS,
  );

  test("was checked with responses that contain names", () => {
    const seen = new Set(Array.from(stage.shown, ({ kind, world }) => `${kind} of ${world}`));
    const named = [
      "project of home",
      "project of foreign",
      "project of demo",
      "person of home",
      "key of home",
    ];
    expect([...seen]).toEqual(expect.arrayContaining(named));
  });
});
