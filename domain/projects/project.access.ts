import type { Actor } from "../actor.ts";
import type { Role } from "../users/user.rules.ts";
import { defineAccess, mapRoles } from "../access/access-rule.ts";
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
export const takesPart = mapRoles(part, (own) => all(isThere, own));

const sees = (own: Condition): Condition => any(own, all(isThere, equals("demo", true)));

/** The visible projects by role; every list, total, score, finding and search uses this. */
export const seesProject = { ...mapRoles(takesPart, sees), admin: takesPart.admin };

/** Managers and admins of a project. */
export const overseers = { manager: takesPart.manager, admin: takesPart.admin };

/** The participants except auditors, who stay independent of what the audited party does. */
export const auditedParty = { customer: takesPart.customer, ...overseers };

/** The same conditions for a row of a project. */
const ofItsProject = <R extends Role>(roles: Readonly<Record<R, Condition>>): Record<R, Condition> =>
  mapRoles(roles, (condition) => through("project", condition));

/** The state that changes require: an archived project is read-only, with all that is in it. */
const isOpen = differs("status", "archived");
/** The same for a row of a project, or of none. */
export const isInOpenProject = through("project", isOpen);

/** For rules that apply to a project, also because what they allow to create does not exist yet. */
export const ofProject = { on: "project", project: "id" } as const;
export const ofOpenProject = { ...ofProject, state: isOpen } as const;

/** The users who decide about what the audited party submits. */
export const reviewers = { auditor: takesPart.auditor, ...overseers };

export const seesItsProject = ofItsProject(seesProject);
export const takesPartInItsProject = ofItsProject(takesPart);
export const auditedPartyOfItsProject = ofItsProject(auditedParty);
export const overseersOfItsProject = ofItsProject(overseers);
export const reviewersOfItsProject = ofItsProject(reviewers);

/**
 * The receivers of a project's events: those who see it or, once it is being deleted, those who saw it then
 * (`receiversOf`).
 */
const receives = (own: Condition): Condition => all(demoRule, any(own, equals("demo", true)));

export const projectAccess = defineAccess<ProjectAction>({
  "project.read": { ...ofProject, scope: "read", roles: seesProject },
  // Users who only view a demo project have no colleagues in it.
  "project.people": { ...ofProject, scope: "read", roles: takesPart },
  "project.create": { scope: "write", on: null, roles: { customer: always, manager: always, admin: always } },
  "project.update": {
    ...ofOpenProject,
    scope: "write",
    roles: { customer: all(isThere, isCustomer), ...overseers },
  },
  // Assigning the customer and the auditor of a project: not a decision of its customer.
  "project.assign": { ...ofOpenProject, scope: "write", roles: overseers },
  // The users who exclude categories directly, and those who confirm proposals of the audited party: as for controls.
  "project.scope": { ...ofOpenProject, scope: "write", roles: overseers },
  "project.confirm_scope": { ...ofOpenProject, scope: "audit", roles: reviewers },
  "project.mark_demo": { ...ofOpenProject, scope: "write", roles: { admin: takesPart.admin } },
  "project.delete": { ...ofProject, scope: "write", roles: overseers },
  // The same people, once it is being deleted.
  "project.follow_deletion": {
    ...ofProject,
    scope: "read",
    roles: { manager: all(isLeaving, part.manager), admin: all(isLeaving, part.admin) },
  },
  "project.hear": { ...ofProject, scope: "read", roles: { ...mapRoles(part, receives), admin: demoRule } },
});
