import { describe, expect, test } from "@jest/globals";
import express from "express";
import { open, reads } from "../../api/access.ts";
import { assertOnlyListed, mountRoutes } from "../../api/gateway/mount-routes.ts";
import type { RouteRuntime } from "../../api/gateway/route-runtime.ts";
import { defineRoute, type Route } from "../../api/route.ts";
import { visibleAgent } from "../../domain/agents/agent.queries.ts";

const route = (path: string): Route =>
  defineRoute({
    method: "get",
    path,
    summary: "A route",
    access: open("it is a test"),
    act: async () => undefined,
  });

// Mounting uses none of it.
const runtime = {} as RouteRuntime;

test("a route either reads its row or loads it", () => {
  const base = { method: "get", path: "/either", summary: "A route" } as const;
  const act = async () => undefined;
  // @ts-expect-error The statement that reads has applied the rule, so a loaded row would not be judged.
  const both = defineRoute({ ...base, access: reads(visibleAgent), load: act, act });
  expect(both.path).toBe("/either");
});

describe("start-up fails if", () => {
  test("a mounted route is not in the list", () => {
    const app = express();
    mountRoutes(app, [route("/listed")], runtime);
    expect(() => assertOnlyListed(app, [route("/listed")])).not.toThrow();
    app.get("/stray", (_request, response) => void response.end());
    expect(() => assertOnlyListed(app, [route("/listed")])).toThrow(
      "/stray is mounted but not in the route list",
    );
  });

  test("a route has no access rule", () => {
    const { access: _, ...ruleless } = route("/ruleless");
    const app = express();
    expect(() => assertOnlyListed(app, [ruleless as Route])).toThrow("get /ruleless states no access rule");
  });

  test("two routes share method and path", () => {
    expect(() => mountRoutes(express(), [route("/same"), route("/same")], runtime)).toThrow(
      "two routes for get /same",
    );
  });
});
