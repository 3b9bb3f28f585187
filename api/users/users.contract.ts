import { z } from "zod";
import { isLanguageTag } from "../../domain/users/preferences.rules.ts";
import type { UserChange } from "../../domain/users/user-change.rules.ts";
import type { UserWithFactor } from "./second-factors.ts";
import type { Preferences as UserPreferences, User } from "../../domain/users/user.entity.ts";
import { NOTICE_TOPICS, type NoticeTopic } from "../../domain/events/notice.rules.ts";
import { ROLES } from "../../domain/users/user.rules.ts";
import { invalid } from "../../platform/errors.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import {
  Flag,
  Id,
  NamedId,
  PageOf,
  Timestamp,
  Timezone,
  listInput,
  listQuery,
  several,
} from "../common.contract.ts";
import { PersonOf } from "../people.contract.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineBody, defineView } from "../define-schemas.ts";

export const RoleName = z.enum(ROLES);

const Muted = z.array(z.enum(NOTICE_TOPICS)).max(NOTICE_TOPICS.length);

const Preferences = defineView("Preferences", {
  theme: z.string(),
  language: z.string(),
  timezone: z.string(),
  muted: Muted.optional().meta({
    description: "Topics you get no notifications about; omitted while there are none",
  }),
});
/** The preferences of a user who has set none. */
const DEFAULT_PREFERENCES = { theme: "system", language: "en", timezone: "UTC" };
const SETTABLE = ["theme", "language", "timezone"] as const;
type Settable = (typeof SETTABLE)[number];

export const UnsetPreferences = z.array(z.enum(SETTABLE)).meta({
  description: "The preferences you never set, or removed: `preferences` has their defaults",
});

const PreferencesBody = defineBody("PreferencesBody", {
  theme: z.string().trim().min(1).max(50).nullish(),
  language: z
    .string()
    .max(35)
    .refine(isLanguageTag, "must be a BCP 47 language tag, such as de or pt-BR")
    .nullish(),
  timezone: Timezone.nullish(),
  muted: Muted.nullish().meta({ description: "Topics you want no notifications about" }),
});

const fields = {
  name: z.string().trim().min(1).max(200),
  email: z.email().max(254),
  role: RoleName,
  manager_id: Id.nullable().meta({ description: "An active user with the role manager or admin" }),
  demo_allowed: z
    .boolean()
    .meta({ description: "Whether the user sees demo projects although they have a manager" }),
};

export const CreateUserBody = z
  .strictObject({
    ...fields,
    /** The rules limit its length, with their own message. */
    password: z.string().min(1).max(1_024),
    manager_id: fields.manager_id.optional(),
    demo_allowed: fields.demo_allowed.optional(),
  })
  .meta({
    examples: [
      {
        email: "new.customer@example.com",
        name: "New Customer",
        role: "customer",
        password: "seven green bottles on a wall",
      },
    ],
  })
  .register(schemaNames, { id: "CreateUserBody" });

export const UpdateUserBody = z
  .strictObject({ ...fields, active: z.boolean(), preferences: PreferencesBody })
  .partial()
  .meta({
    description: "Omitted preferences stay unchanged; null removes one",
    examples: [{ name: "Another Name", preferences: { language: "de", timezone: "Europe/Berlin" } }],
  })
  .register(schemaNames, { id: "UpdateUserBody" });

export const UserQuery = z.strictObject({
  ...listQuery,
  role: several(ROLES, "Only users of these roles"),
  active: Flag.optional().meta({ description: "Only active users, or only deactivated ones" }),
  status: z.enum(["active", "inactive"]).optional().meta({ description: "Another name for `active`" }),
  manager_id: NamedId.optional().meta({ description: "Only the customers of this manager" }),
  second_factor: Flag.optional().meta({
    description: "Only users with a second factor, or only those without; for admins",
  }),
});

export const UserView = defineView("User", {
  id: Id,
  email: z.email(),
  name: z.string(),
  role: RoleName,
  active: z.boolean(),
  manager_id: Id.nullable(),
  manager: PersonOf("manager_id"),
  demo_allowed: z.boolean(),
  second_factor: z
    .boolean()
    .optional()
    .meta({ description: "Whether signing in requires a second factor; for admins only" }),
  has_password: z.boolean().optional().meta({
    description: "False for users who sign in at an identity provider only; for admins only",
  }),
  preferences: Preferences,
  created_at: Timestamp,
  updated_at: Timestamp,
  last_login: Timestamp.optional().meta({ description: "Omitted until the first sign-in" }),
});
export const UserList = PageOf("users", UserView, "UserList");

/** The requested state, by either parameter; both are accepted if they agree. */
function activeIn(
  active: boolean | undefined,
  status: "active" | "inactive" | undefined,
): boolean | undefined {
  if (status === undefined) return active;
  const isActive = status === "active";
  if (active !== undefined && active !== isActive)
    throw invalid({ field: "status", error: "excludes active: send only one of them" });
  return isActive;
}

export const userListInput = ({
  role,
  active,
  status,
  manager_id,
  second_factor: _forAdmins,
  ...query
}: z.infer<typeof UserQuery>) => ({
  ...listInput(query),
  role,
  active: activeIn(active, status),
  managerId: manager_id,
});

export const changeOf = (body: z.infer<typeof UpdateUserBody>): UserChange => ({
  name: body.name,
  preferences: body.preferences,
  email: body.email,
  role: body.role,
  managerId: body.manager_id,
  demoAllowed: body.demo_allowed,
  active: body.active,
});

function presentPreferences({ muted = [], ...chosen }: UserPreferences): z.infer<typeof Preferences> {
  const some = muted.length === 0 ? {} : { muted: muted as NoticeTopic[] };
  return { ...DEFAULT_PREFERENCES, ...chosen, ...some };
}

/** The preferences that `presentUser` shows with their defaults. */
export const unsetPreferences = ({ preferences }: Row<User>): Settable[] =>
  SETTABLE.filter((one) => preferences[one] === undefined);

export const presentUser = (user: Row<User>): z.infer<typeof UserView> => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role: user.role,
  active: user.active,
  manager_id: user.manager?.id ?? null,
  demo_allowed: user.demoAllowed,
  preferences: presentPreferences(user.preferences),
  created_at: user.createdAt.toISOString(),
  updated_at: user.updatedAt.toISOString(),
  ...(user.lastLogin && { last_login: user.lastLogin.toISOString() }),
});

export const presentWithFactor = ({ user, hasSecondFactor }: UserWithFactor): z.infer<typeof UserView> => ({
  ...presentUser(user),
  ...(hasSecondFactor === undefined
    ? {}
    : { second_factor: hasSecondFactor, has_password: user.passwordHash !== null }),
});
