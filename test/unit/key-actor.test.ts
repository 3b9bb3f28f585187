import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { ApiKey } from "../../domain/api-keys/api-key.entity.ts";
import { actorOfKey } from "../../domain/api-keys/key-actor.rules.ts";
import { ROLES, SCOPES, scopesOfRole, type Role, type Scope } from "../../domain/users/user.rules.ts";

interface Key {
  role: Role;
  scopes: readonly Scope[];
  projectIds?: string[];
  manager?: { id: string } | null;
}

const keyOf = ({ role, scopes, projectIds, manager = null }: Key): ApiKey =>
  ({
    id: "key",
    owner: { id: "owner", role, manager, demoAllowed: true },
    scopes,
    restrictions: projectIds === undefined ? {} : { projectIds },
  }) as unknown as ApiKey;

describe("the actor of an API key", () => {
  test("is its owner, marked with the key", () => {
    const key = keyOf({ role: "customer", scopes: ["read"], manager: { id: "manager" } });
    expect(actorOfKey(key, SCOPES)).toEqual({
      id: "owner",
      role: "customer",
      managerId: "manager",
      demoAllowed: true,
      scopes: ["read"],
      projectIds: null,
      apiKeyId: "key",
      via: null,
    });
  });

  test("has only the scopes that the owner's role, the key and its client allow", () => {
    const some = fc.subarray([...SCOPES]);
    fc.assert(
      fc.property(fc.constantFrom(...ROLES), some, some, (role, scopes, clientScopes) => {
        const allowed = SCOPES.filter((scope) =>
          [scopesOfRole(role), scopes, clientScopes].every((limit) => limit.includes(scope)),
        );
        expect(actorOfKey(keyOf({ role, scopes }), clientScopes).scopes.toSorted()).toEqual(
          allowed.toSorted(),
        );
      }),
    );
  });

  test("loses scopes with the owner's role, although the key still has them", () => {
    const scopes = SCOPES.filter((scope) => scopesOfRole("admin").includes(scope));
    const of = (role: Role) => actorOfKey(keyOf({ role, scopes }), SCOPES).scopes;
    expect(of("admin")).toEqual(expect.arrayContaining(["admin"]));
    expect(of("customer")).not.toContain("admin");
  });

  test.each([
    [undefined, null],
    [["p1"], ["p1"]],
    [[], []],
  ])("restricted to %j sees %j", (projectIds, seen) => {
    const key = keyOf({ role: "admin", scopes: ["read"], ...(projectIds && { projectIds }) });
    expect(actorOfKey(key, SCOPES).projectIds).toEqual(seen);
  });
});
