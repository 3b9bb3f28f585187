import { defineAccess } from "../access/access-rule.ts";
import { all, always, any, caller, differs, equals, some, type Condition } from "../access/condition.ts";

export type ProjectAction =
  | "project.read"
  | "project.people"
  | "project.create"
  | "project.update"
  | "project.assign"
  | "project.scope"
  | "project.confirm_scope"
  | "project.mark_demo"
  | "project.delete"
  | "project.follow_deletion"
  | "project.hear";

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

const part = {
  customer: any(isCustomer, isShared),
  auditor: any(isAuditor, isShared),
  manager: any(isOfMyPeople, isShared),
  admin: always,
} as const satisfies Record<string, Condition>;

/** From the moment somebody deletes a project it is gone for everybody, with all that is in it. */
const isThere = all(equals("deletingAt", null), demoRule);
const isLeaving = all(differs("deletingAt", null), demoRule);

/** Takes part in the project by assignment, sharing or line of report; says nothing about demo projects seen by everyone. */
export const takesPart = {
  customer: all(isThere, part.customer),
  auditor: all(isThere, part.auditor),
  manager: all(isThere, part.manager),
  admin: all(isThere, part.admin),
} as const satisfies Record<string, Condition>;

const sees = (own: Condition): Condition => any(own, all(isThere, equals("demo", true)));

/** Which projects each role sees; every list, total, score, finding and search goes through it. */
export const seesProject = {
  customer: sees(takesPart.customer),
  auditor: sees(takesPart.auditor),
  manager: sees(takesPart.manager),
  admin: takesPart.admin,
} as const;

/** Who is told what happens in a project: those who see it. Once it is being deleted, those who saw it then (`whoHears`). */
const hears = (own: Condition): Condition => all(demoRule, any(own, equals("demo", true)));

export const projectAccess = defineAccess<ProjectAction>({
  "project.read": { scope: "read", on: "project", project: "id", roles: seesProject },
  // Whoever only looks at a demo project works with nobody in it.
  "project.people": { scope: "read", on: "project", project: "id", roles: takesPart },
  "project.create": { scope: "write", on: null, roles: { customer: always, manager: always, admin: always } },
  "project.update": {
    scope: "write",
    on: "project",
    project: "id",
    roles: { customer: all(isThere, isCustomer), manager: takesPart.manager, admin: takesPart.admin },
  },
  // Whose project it is and who audits it: not for its customer to say.
  "project.assign": {
    scope: "write",
    on: "project",
    project: "id",
    roles: { manager: takesPart.manager, admin: takesPart.admin },
  },
  // Whose word leaves categories out at once, and who lets that of the audited party count: as with a control.
  "project.scope": {
    scope: "write",
    on: "project",
    project: "id",
    roles: { manager: takesPart.manager, admin: takesPart.admin },
  },
  "project.confirm_scope": {
    scope: "audit",
    on: "project",
    project: "id",
    roles: { auditor: takesPart.auditor, manager: takesPart.manager, admin: takesPart.admin },
  },
  "project.mark_demo": { scope: "write", on: "project", project: "id", roles: { admin: takesPart.admin } },
  "project.delete": {
    scope: "write",
    on: "project",
    project: "id",
    roles: { manager: takesPart.manager, admin: takesPart.admin },
  },
  // The same people, once it is being deleted.
  "project.follow_deletion": {
    scope: "read",
    on: "project",
    project: "id",
    roles: { manager: all(isLeaving, part.manager), admin: all(isLeaving, part.admin) },
  },
  "project.hear": {
    scope: "read",
    on: "project",
    project: "id",
    roles: {
      customer: hears(part.customer),
      auditor: hears(part.auditor),
      manager: hears(part.manager),
      admin: demoRule,
    },
  },
});
