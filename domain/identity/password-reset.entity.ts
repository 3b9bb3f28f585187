import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { User } from "../users/user.entity.ts";

const PasswordResetSchema = defineEntity({
  name: "PasswordReset",
  tableName: "password_resets",
  properties: {
    id: p.uuid().primary().onCreate(newId),
    /** As it was asked for; whether somebody has it is found out later, so that asking tells nothing. */
    email: p.string(),
    user: () => p.manyToOne(User).deleteRule("cascade").nullable().index(),
    /** SHA-256 of the token; null until one was made. The token itself is never stored. */
    hash: p.string().unique().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().nullable().index(),
  },
});

/** Somebody's wish for a new password, and once it was granted a token that is good for one. Gone when used. */
export class PasswordReset extends PasswordResetSchema.class {}
PasswordResetSchema.setClass(PasswordReset);
