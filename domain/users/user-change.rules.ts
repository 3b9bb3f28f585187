import type { Preferences } from "./user.entity.ts";
import type { Role } from "./user.rules.ts";
import { normalizeEmail } from "../normalize-email.rules.ts";
import { keysOf } from "../keys-of.rules.ts";

/** The changeable fields of a user. Omitted fields stay unchanged; a preference set to null is removed. */
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

/** A user for the rules. */
export interface UserState {
  name: string;
  preferences: Preferences;
  email: string;
  role: Role;
  managerId: string | null;
  demoAllowed: boolean;
  active: boolean;
}

/** The fields' API names. */
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
const FIELDS = keysOf(FIELD_NAMES);

export const nameOfField = (field: UserField): string => FIELD_NAMES[field];

/** Administrators change everything else; these two belong to the user. */
const OWN: readonly UserField[] = ["name", "preferences"];

/** The fields that only an administrator may change. */
export const administered = (fields: readonly UserField[]): UserField[] =>
  fields.filter((field) => !OWN.includes(field));

/**
 * Whether a change may affect the hierarchy or the administrators: two such changes must not run at the same
 * time.
 */
export const touchesStanding = ({ role, managerId, active }: UserChange): boolean =>
  [role, managerId, active].some((value) => value !== undefined);

function mergePreferences(current: Preferences, change: PreferenceChange): Preferences {
  const changed = Object.entries(change).filter(([, value]) => value !== undefined);
  const merged = Object.entries({ ...current, ...Object.fromEntries(changed) });
  return Object.fromEntries(merged.filter(([, value]) => value !== null)) as Preferences;
}

const samePreferences = (a: Preferences, b: Preferences): boolean => {
  const names = keysOf({ ...a, ...b });
  return names.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));
};

/** The user after the change. */
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

/** The fields that differ: sending the current value changes nothing. */
export const differingFields = (before: UserState, after: UserState): UserField[] =>
  FIELDS.filter((field) =>
    field === "preferences"
      ? !samePreferences(before.preferences, after.preferences)
      : before[field] !== after[field],
  );

const isActiveAdmin = ({ role, active }: Pick<UserState, "role" | "active">): boolean =>
  active && role === "admin";

type UserStanding = Pick<UserState, "role" | "active">;

/** Why the resulting state is refused: as a sentence with the remedy, and as a code; null if it is allowed. */
export function standingProblem(
  before: UserStanding,
  after: UserStanding,
  about: { isCaller: boolean; otherAdmins: number },
): { message: string; reason: string } | null {
  if (about.isCaller && before.active && !after.active)
    return {
      message: "You cannot deactivate yourself: ask another administrator",
      reason: "deactivates_yourself",
    };
  if (isActiveAdmin(before) && !isActiveAdmin(after) && about.otherAdmins === 0)
    return {
      message: "This is the last active administrator: make another user an administrator first",
      reason: "last_administrator",
    };
  return null;
}

const LEADERS: readonly Role[] = ["manager", "admin"];

/**
 * Why someone cannot be the manager of a user, as a sentence about `manager_id`; null if they can. `chain`
 * has the ids of the manager and everyone above.
 */
export function managerProblem(
  manager: UserStanding | null,
  chain: readonly string[],
  userId: string,
): string | null {
  if (manager === null || !manager.active) return "no active user has this id";
  if (!LEADERS.includes(manager.role)) return "this user is not a manager or admin";
  if (chain.includes(userId)) return "would make the user their own manager";
  return null;
}
