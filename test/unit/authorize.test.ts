import { describe, expect, it } from "@jest/globals";
import { may } from "../../api/access.ts";
import { authorize } from "../../api/gateway/authorize.ts";
import { loadAuthorized } from "../../api/gateway/load-authorized.ts";
import type { RouteContext } from "../../api/route.ts";
import { Selected } from "../../domain/access/selected.ts";
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
const READ = accessRules["evidence.read"];
/** Without the project's people, which the rule takes. */
const row = { id: "one", project: { id: "its-project" } };

describe("authorizing a row that lacks the attributes of the rule", () => {
  it("lets a row pass that was selected for this caller and rule", () => {
    expect(() => authorize(may("evidence.read"), actor, new Selected(row, actor, READ))).not.toThrow();
  });

  it.each([
    ["no one selected", row],
    ["another caller selected", new Selected(row, { ...actor }, READ)],
    ["another rule selected", new Selected(row, actor, accessRules["evidence.update"])],
    ["is a part of what was loaded", { evidence: new Selected(row, actor, READ) }],
    ["is missing", undefined],
  ])("refuses one that %s", (_name, loaded) => {
    expect(() => authorize(may("evidence.read"), actor, loaded)).toThrow(
      "You may not do this to this resource",
    );
  });

  it("names the row that it refused", () => {
    const other = new Selected(row, { ...actor }, READ);
    let refusal: unknown;
    try {
      authorize(may("evidence.read"), actor, other);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({ cause: { resourceId: "one" } });
  });
});

describe("loading and authorizing", () => {
  const access = may("evidence.read");
  const ctx = { actor } as RouteContext;

  it("returns the row that was selected", async () => {
    const load = () => Promise.resolve(new Selected(row, actor, READ));
    expect(await loadAuthorized({ access, load }, ctx, {})).toBe(row);
  });

  it("returns nothing that the caller may not read", async () => {
    const load = () => Promise.resolve(row);
    await expect(loadAuthorized({ access, load }, ctx, {})).rejects.toThrow(
      "You may not do this to this resource",
    );
  });
});
