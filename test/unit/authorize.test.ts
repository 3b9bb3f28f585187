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
const REFUSED = "You may not do this to this resource";

describe("authorizing", () => {
  it.each([
    ["lacks the attributes of the rule", row],
    ["is missing", undefined],
  ])("refuses a row that %s", (_name, loaded) => {
    expect(() => authorize(may("evidence.read"), actor, loaded)).toThrow(REFUSED);
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
