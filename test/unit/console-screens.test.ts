import { expect, test } from "@jest/globals";
import { readFileSync } from "node:fs";
import { consoleScreens } from "../support/console-screens.ts";
import type { ScreensStage } from "../support/screens-stage.ts";

const stage = new Proxy(
  { evidence: new Map([["Access review", "id"]]) },
  {
    get: (target, name) => (Reflect.get(target, name) as unknown) ?? "id",
  },
) as unknown as ScreensStage;

const ROUTES = ["base-routes.ts", "router.tsx", "settings-routes.ts"].flatMap((file) =>
  [
    ...readFileSync(new URL(`../../web/src/${file}`, import.meta.url), "utf8").matchAll(/ path: "([^"]+)"/g),
  ].map(([, path]) => path!),
);

test("every route of the console is one of the screens whose looks and requests are tested", () => {
  const paths = consoleScreens(stage).map(([, path]) => path.split("?")[0]!);
  // The last route has all other addresses.
  const patternOf = (route: string) => (route === "$" ? "no/such/page" : route.replaceAll(/\$\w+/g, "[^/]+"));
  const isShown = (route: string) => paths.some((path) => new RegExp(`^/?${patternOf(route)}$`).test(path));
  // Everyone sees the sign-in.
  expect(ROUTES.filter((route) => !isShown(route))).toEqual(["/sign-in"]);
  expect(ROUTES.length).toBeGreaterThan(25);
});
