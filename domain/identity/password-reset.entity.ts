import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { User } from "../users/user.entity.ts";

const PasswordResetSchema = defineEntity({
  name: "PasswordReset",
  tableName: "password_resets",
  properties: {
    id: p.uuid().primary().onCreate(newId),
    /** As entered; whether it belongs to a user is checked later, so that the request reveals nothing. */
    email: p.string(),
    user: () => p.manyToOne(User).deleteRule("cascade").nullable().index(),
    /** SHA-256 of the token, which is never stored itself; null until one was created. */
    hash: p.string().unique().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().nullable().index(),
  },
});

/** A request for a new password and, once granted, its single-use token. Deleted when used. */
export class PasswordReset extends PasswordResetSchema.class {}
PasswordResetSchema.setClass(PasswordReset);
