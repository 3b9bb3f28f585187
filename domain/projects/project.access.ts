import type { Actor } from "../actor.ts";
import { defineAccess } from "../access/access-rule.ts";
import {
  all,
  always,
  any,
  caller,
  differs,
  equals,
  some,
  through,
  type Condition,
} from "../access/condition.ts";

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

/** Demo projects are shown only to callers without a manager, or with `demo_allowed`. */
const demoRule = any(equals("demo", false), caller("managerId", null), caller("demoAllowed", true));

/**
 * Whether the caller sees every project that exists, by the demo rule and the restriction of credentials: for
 * admins, it does not matter whose projects they are.
 */
export const seesAllProjects = ({ role, projectIds, managerId, demoAllowed }: Actor): boolean =>
  role === "admin" && projectIds === null && (managerId === null || demoAllowed);

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

/** From the deletion on, a project and its contents are invisible to everyone. */
const isThere = all(equals("deletingAt", null), demoRule);
const isLeaving = all(differs("deletingAt", null), demoRule);

/** Participation in a project by assignment, team or line of report, regardless of demo projects. */
export const takesPart = {
  customer: all(isThere, part.customer),
  auditor: all(isThere, part.auditor),
  manager: all(isThere, part.manager),
  admin: all(isThere, part.admin),
} as const satisfies Record<string, Condition>;

const sees = (own: Condition): Condition => any(own, all(isThere, equals("demo", true)));

/** The visible projects by role; every list, total, score, finding and search uses this. */
export const seesProject = {
  customer: sees(takesPart.customer),
  auditor: sees(takesPart.auditor),
  manager: sees(takesPart.manager),
  admin: takesPart.admin,
} as const;

/** The participants except auditors, who stay independent of what the audited party does. */
export const auditedParty = {
  customer: takesPart.customer,
  manager: takesPart.manager,
  admin: takesPart.admin,
} as const;

/** The same conditions for a row of a project. */
const ofItsProject = <R extends string>(roles: Readonly<Record<R, Condition>>): Record<R, Condition> =>
  Object.fromEntries(
    Object.entries<Condition>(roles).map(([role, condition]) => [role, through("project", condition)]),
  ) as Record<R, Condition>;

/** The state that changes require: an archived project is read-only, with all that is in it. */
export const isOpen = differs("status", "archived");
/** The same for a row of a project, or of none. */
export const isInOpenProject = through("project", isOpen);

export const seesItsProject = ofItsProject(seesProject);
export const takesPartInItsProject = ofItsProject(takesPart);
export const auditedPartyOfItsProject = ofItsProject(auditedParty);

/**
 * The receivers of a project's events: those who see it or, once it is being deleted, those who saw it then
 * (`receiversOf`).
 */
const receives = (own: Condition): Condition => all(demoRule, any(own, equals("demo", true)));

export const projectAccess = defineAccess<ProjectAction>({
  "project.read": { scope: "read", on: "project", project: "id", roles: seesProject },
  // Users who only view a demo project have no colleagues in it.
  "project.people": { scope: "read", on: "project", project: "id", roles: takesPart },
  "project.create": { scope: "write", on: null, roles: { customer: always, manager: always, admin: always } },
  "project.update": {
    scope: "write",
    on: "project",
    project: "id",
    state: isOpen,
    roles: { customer: all(isThere, isCustomer), manager: takesPart.manager, admin: takesPart.admin },
  },
  // Assigning the customer and the auditor of a project: not a decision of its customer.
  "project.assign": {
    scope: "write",
    on: "project",
    project: "id",
    state: isOpen,
    roles: { manager: takesPart.manager, admin: takesPart.admin },
  },
  // The users who exclude categories directly, and those who confirm proposals of the audited party: as for controls.
  "project.scope": {
    scope: "write",
    on: "project",
    project: "id",
    state: isOpen,
    roles: { manager: takesPart.manager, admin: takesPart.admin },
  },
  "project.confirm_scope": {
    scope: "audit",
    on: "project",
    project: "id",
    state: isOpen,
    roles: { auditor: takesPart.auditor, manager: takesPart.manager, admin: takesPart.admin },
  },
  "project.mark_demo": {
    scope: "write",
    on: "project",
    project: "id",
    state: isOpen,
    roles: { admin: takesPart.admin },
  },
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
      customer: receives(part.customer),
      auditor: receives(part.auditor),
      manager: receives(part.manager),
      admin: demoRule,
    },
  },
});
