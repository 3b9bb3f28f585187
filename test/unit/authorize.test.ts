import { describe, expect, it } from "@jest/globals";
import { may, type Access } from "../../api/access.ts";
import { authorize } from "../../api/gateway/authorize.ts";
import { loadAuthorized } from "../../api/gateway/load-authorized.ts";
import type { RouteContext } from "../../api/route.ts";
import { accessRules } from "../../domain/access-rules.ts";
import type { Actor } from "../../domain/actor.ts";

const actor: Actor = {
  id: "me",
  role: "customer",
  managerId: null,
  demoAllowed: false,
  scopes: ["read", "write"],
  projectIds: null,
  apiKeyId: null,
  via: null,
};
/** Without the project's people, which the rule takes. */
const row = { id: "one", project: { id: "its-project" } };
const REFUSED = "it depends on your part in the evidence and in its project";

describe("authorizing", () => {
  it.each([
    ["lacks the attributes of the rule", row],
    ["is missing", undefined],
  ])("refuses a row that %s", (_name, loaded) => {
    expect(() => authorize(may("evidence.read"), actor, loaded)).toThrow(REFUSED);
  });

  const key = { ...actor, apiKeyId: "key" };
  it.each<[string, Actor, string]>([
    [
      "role",
      { ...actor, role: "auditor" },
      "Your role, auditor, does not allow this: ask a user with the role ",
    ],
    ["scope", { ...actor, scopes: ["read"] }, 'This requires the scope "write", which your token '],
  ])("names the %s that is missing, and what helps", (_what, caller, message) => {
    expect(() => authorize(may("evidence.upload"), caller, row)).toThrow(message);
  });

  it("explains what a credential may not do", () => {
    const yourself = "An API key may not do this, whatever its owner may: sign in yourself";
    expect(() => authorize(may("signIn.change"), key, row)).toThrow(yourself);
    const confined = { ...key, role: "admin", scopes: ["admin"], projectIds: [] } as const;
    const rule = Object.values(accessRules).find(
      ({ project, roles, bearerOnly, personOnly, scope }) =>
        project === undefined && roles.admin && !bearerOnly && !personOnly && scope === "admin",
    )!;
    const restricted = "An API key that is restricted to projects may not do this";
    expect(() => authorize(may(rule.action as "user.create"), confined, row)).toThrow(restricted);
  });

  it("names the row that it refused", () => {
    let refusal: unknown;
    try {
      authorize(may("evidence.read"), actor, row);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({ cause: { resourceId: "one" } });
  });
});

describe("loading and authorizing", () => {
  const ctx = { actor } as RouteContext;
  const find = () => Promise.resolve(row);

  it("returns the row that a statement selected by the rule", async () => {
    const access: Access<object> = { kind: "reads", rule: accessRules["evidence.read"], read: find };
    expect(await loadAuthorized({ access }, ctx, {})).toBe(row);
  });

  it("returns nothing that the caller may not read", async () => {
    const loading = loadAuthorized({ access: may("evidence.read"), load: find }, ctx, {});
    await expect(loading).rejects.toThrow(REFUSED);
  });
});
