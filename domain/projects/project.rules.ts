import type { Role } from "../users/user.rules.ts";

export const PROJECT_STATUSES = ["active", "on_hold", "in_audit", "completed", "archived"] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

/** Limits the data that is always loaded with a project. */
export const TEAM_MAX = 100;
export const MILESTONES_MAX = 200;

export const MAY_NOT_ASSIGN = "Only managers and admins assign a project's customer and auditor";

const NEXT_STATUSES: Readonly<Record<ProjectStatus, readonly ProjectStatus[]>> = {
  active: ["on_hold", "in_audit", "completed"],
  on_hold: ["active"],
  in_audit: ["active"],
  completed: ["active", "archived"],
  archived: [],
};

/** The possible transitions from a status; archived is final. */
export const nextStatuses = (from: ProjectStatus): readonly ProjectStatus[] => NEXT_STATUSES[from];

export interface ImpossibleMove {
  to: string;
  possible: readonly string[];
  hint?: string;
}

/** Why a status cannot change like this; `subject` is the beginning of a sentence with the current one. */
export const describeImpossibleMove = (
  subject: string,
  { to, possible, hint = "" }: ImpossibleMove,
): string =>
  possible.length === 0
    ? `${subject} keeps this status: create another one instead`
    : `${subject} can become ${possible.join(" or ")}, not ${to}${hint}`;

export const deletionWorkflowId = (projectId: string): string => `delete-project-${projectId}`;

interface ReferencedProject {
  id: string;
  name: string;
  framework: string;
  status: ProjectStatus;
}

/** The project in events. */
export const projectReference = ({ id, name, framework, status }: ReferencedProject) => ({
  id,
  name,
  framework,
  status,
});

/** The roles that use each view of a project. */
export const PROJECT_VIEWS = {
  customer: ["customer", "manager", "admin"],
  auditor: ["auditor", "admin"],
} as const satisfies Record<string, readonly Role[]>;
export type ProjectViewName = keyof typeof PROJECT_VIEWS;
