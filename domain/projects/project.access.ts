import type { AccessRules } from "../access/access-rule.ts";
import { all, always, any, caller, equals, some, type Condition } from "../access/condition.ts";

export type ProjectAction = "project.read" | "project.create" | "project.update" | "project.delete";

/** Demo projects are shown only to callers without a manager, or when demo display is allowed to them. */
const demoRule = any(equals("demo", false), caller("managerId", null), caller("demoAllowed", true));

const me = { actor: "id" } as const;
const isShared = some("team", equals("user.id", me));
const isCustomer = equals("customer.id", me);
const isAuditor = equals("auditor.id", me);
const isOfMyPeople = any(
  equals("customer.manager.id", me),
  equals("auditor.manager.id", me),
  some("team", equals("user.manager.id", me)),
);

/** Takes part in the project by assignment, sharing or line of report; says nothing about demo projects seen by everyone. */
export const takesPart = {
  customer: all(demoRule, any(isCustomer, isShared)),
  auditor: all(demoRule, any(isAuditor, isShared)),
  manager: all(demoRule, any(isOfMyPeople, isShared)),
  admin: demoRule,
} as const satisfies Record<string, Condition>;

const sees = (own: Condition): Condition => any(own, all(demoRule, equals("demo", true)));

/** Which projects each role sees; every list, total, score, finding and search goes through it. */
export const seesProject = {
  customer: sees(takesPart.customer),
  auditor: sees(takesPart.auditor),
  manager: sees(takesPart.manager),
  admin: demoRule,
} as const;

export const projectAccess: AccessRules<ProjectAction> = {
  "project.read": { scope: "read", on: "project", project: "id", roles: seesProject },
  "project.create": { scope: "write", on: null, roles: { customer: always, manager: always, admin: always } },
  "project.update": {
    scope: "write",
    on: "project",
    project: "id",
    roles: { customer: all(demoRule, isCustomer), manager: takesPart.manager, admin: takesPart.admin },
  },
  "project.delete": {
    scope: "write",
    on: "project",
    project: "id",
    roles: { manager: takesPart.manager, admin: takesPart.admin },
  },
};
