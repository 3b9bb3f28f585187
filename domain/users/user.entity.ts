import { defineEntity, p } from "@mikro-orm/core";
import { productNow } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import { ROLES, type Role } from "./user.rules.ts";

export interface Preferences {
  theme?: string;
  language?: string;
  timezone?: string;
  /** Muted topics of notifications. */
  muted?: string[];
}

const UserSchema = defineEntity({
  name: "User",
  tableName: "users",
  properties: {
    id: p.uuid().primary().onCreate(newId),
    email: p.string().unique(),
    name: p.string(),
    role: p.enum(ROLES).$type<Role>(),
    passwordHash: p.text().nullable().hidden(),
    preferences: p
      .json<Preferences>()
      .default("{}")
      .onCreate(() => ({})),
    manager: () => p.manyToOne(User).nullable().index(),
    demoAllowed: p.boolean().default(false),
    active: p.boolean().default(true),
    createdAt: p.datetime().onCreate(productNow).index(),
    updatedAt: p.datetime().onCreate(productNow).onUpdate(productNow),
    lastLogin: p.datetime().nullable(),
    /** Sign-ins on our pages from before have ended, like the sessions. */
    sessionsEndedAt: p.datetime().nullable(),
  },
});

/** A person who signs in. Deactivated users stay, so that the history keeps their names. */
export class User extends UserSchema.class {}
UserSchema.setClass(User);
