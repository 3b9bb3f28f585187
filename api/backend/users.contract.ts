import { z } from "zod";
import type { User } from "../../domain/users/user.entity.ts";
import { ROLES } from "../../domain/users/user.rules.ts";
import { Id, Timestamp, iso } from "../common.contract.ts";

export const RoleName = z.enum(ROLES);

export const Preferences = z.strictObject({
  theme: z.string().max(50).optional(),
  language: z.string().max(35).optional(),
  timezone: z.string().max(64).optional(),
});

export const UserView = z.object({
  id: Id,
  email: z.email(),
  name: z.string(),
  role: RoleName,
  active: z.boolean(),
  manager_id: Id.nullable(),
  demo_allowed: z.boolean(),
  preferences: Preferences,
  created_at: Timestamp,
  updated_at: Timestamp,
  last_login: Timestamp.nullable(),
});

export const presentUser = (user: User): z.infer<typeof UserView> => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role: user.role,
  active: user.active,
  manager_id: user.manager?.id ?? null,
  demo_allowed: user.demoAllowed,
  preferences: user.preferences,
  created_at: user.createdAt.toISOString(),
  updated_at: user.updatedAt.toISOString(),
  last_login: iso(user.lastLogin),
});
