import type { Preferences } from "./user.entity.ts";
import { type Role } from "./user.rules.ts";
import { normalizeEmail } from "../normalize-email.rules.ts";

/** The fields of a user that may change. Omitted fields stay unchanged; a preference set to null is removed. */
export interface UserChange {
  name?: string | undefined;
  preferences?: PreferenceChange | undefined;
  email?: string | undefined;
  role?: Role | undefined;
  managerId?: string | null | undefined;
  demoAllowed?: boolean | undefined;
  active?: boolean | undefined;
}

type PreferenceChange = { readonly [K in keyof Preferences]?: Preferences[K] | null | undefined };

/** A user as the rules see them. */
export interface UserState {
  name: string;
  preferences: Preferences;
  email: string;
  role: Role;
  managerId: string | null;
  demoAllowed: boolean;
  active: boolean;
}

/** Fields as callers write them. */
const FIELD_NAMES = {
  name: "name",
  preferences: "preferences",
  email: "email",
  role: "role",
  managerId: "manager_id",
  demoAllowed: "demo_allowed",
  active: "active",
} as const satisfies Record<keyof UserState, string>;

export type UserField = keyof UserState;
const FIELDS = Object.keys(FIELD_NAMES) as UserField[];

export const nameOfField = (field: UserField): string => FIELD_NAMES[field];

/** Who somebody is to others is for administrators to say; these two are the person's own. */
const OWN: readonly UserField[] = ["name", "preferences"];

/** Which of the fields only an administrator may change. */
export const administered = (fields: readonly UserField[]): UserField[] =>
  fields.filter((field) => !OWN.includes(field));

/** Whether a change may touch who leads whom or who administers: two of those must not pass each other. */
export const touchesStanding = ({ role, managerId, active }: UserChange): boolean =>
  [role, managerId, active].some((value) => value !== undefined);

function mergePreferences(current: Preferences, change: PreferenceChange): Preferences {
  const changed = Object.entries(change).filter(([, value]) => value !== undefined);
  const merged = Object.entries({ ...current, ...Object.fromEntries(changed) });
  return Object.fromEntries(merged.filter(([, value]) => value !== null)) as Preferences;
}

const samePreferences = (a: Preferences, b: Preferences): boolean => {
  const names = Object.keys({ ...a, ...b }) as (keyof Preferences)[];
  return names.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));
};

/** The user as the change would have them. */
export function applyChange(user: UserState, change: UserChange): UserState {
  return {
    name: change.name ?? user.name,
    preferences: mergePreferences(user.preferences, change.preferences ?? {}),
    email: change.email === undefined ? user.email : normalizeEmail(change.email),
    role: change.role ?? user.role,
    managerId: change.managerId === undefined ? user.managerId : change.managerId,
    demoAllowed: change.demoAllowed ?? user.demoAllowed,
    active: change.active ?? user.active,
  };
}

/** In which fields they differ: what a caller sends as it is already, they do not change. */
export const differingFields = (before: UserState, after: UserState): UserField[] =>
  FIELDS.filter((field) =>
    field === "preferences"
      ? !samePreferences(before.preferences, after.preferences)
      : before[field] !== after[field],
  );

const isActiveAdmin = ({ role, active }: Pick<UserState, "role" | "active">): boolean =>
  active && role === "admin";

type Standing = Pick<UserState, "role" | "active">;

/** Why a user may not come to stand so, as a sentence that says what to do; null when they may. */
export function standingProblem(
  before: Standing,
  after: Standing,
  about: { isCaller: boolean; otherAdmins: number },
): string | null {
  if (about.isCaller && before.active && !after.active)
    return "You cannot deactivate yourself: ask another administrator";
  if (isActiveAdmin(before) && !isActiveAdmin(after) && about.otherAdmins === 0)
    return "This is the last active administrator: make somebody else one first";
  return null;
}

const LEADERS: readonly Role[] = ["manager", "admin"];

/**
 * Why somebody cannot be the manager of a user, as a sentence about `manager_id`; null when they can. `chain` has the
 * ids of the manager and of those above.
 */
export function managerProblem(
  manager: Standing | null,
  chain: readonly string[],
  userId: string,
): string | null {
  if (manager === null || !manager.active) return "no active user has this id";
  if (!LEADERS.includes(manager.role)) return "this user has not the role manager or admin";
  if (chain.includes(userId)) return "leads back to this user: nobody reports to themselves";
  return null;
}
