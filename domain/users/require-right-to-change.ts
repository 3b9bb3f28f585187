import { AppError } from "../../platform/errors.ts";
import { AccessDenied } from "../access/access-denied.ts";
import { decide } from "../access/decide.ts";
import type { CommandContext } from "../context.ts";
import { administered, nameOfField, type UserField } from "./user-change.rules.ts";
import type { User } from "./user.entity.ts";
import { userAccess } from "./user.access.ts";

/**
 * FORBIDDEN, naming the field, if one of them requires an administrator and the caller does not act as one.
 */
export function requireRightToChange(ctx: CommandContext, user: User, fields: readonly UserField[]): void {
  const [first] = administered(fields);
  if (first === undefined) return;
  const decision = decide(ctx.actor, userAccess["user.updateAny"], user);
  if (decision.allowed) return;
  const field = nameOfField(first);
  const error = 'only an administrator may change this, with a token that has the scope "admin"';
  const cause = new AccessDenied(userAccess["user.updateAny"], decision, user.id);
  throw new AppError("FORBIDDEN", `${field}: ${error}`, { details: { field, error }, cause });
}
