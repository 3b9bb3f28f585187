import { flushUnlessTaken } from "../flush-unless-taken.ts";
import { fieldChanges } from "../audit-log/audit.rules.ts";
import { newId } from "../../platform/ids.ts";
import { conflict, invalid, signInAgain, unauthorized, forbidden } from "../../platform/errors.ts";
import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { lockUser } from "./lock-user.ts";
import { hashNewPassword, type Passwords } from "./new-password.ts";
import { onAddressChanged, onStandingChanged } from "./user.moments.ts";
import {
  applyChange,
  differingFields,
  managerProblem,
  nameOfField,
  standingProblem,
  type UserChange,
  type UserField,
  type UserState,
  administered,
} from "./user-change.rules.ts";
import { User } from "./user.entity.ts";
import { chainAbove, loadUser } from "./user.queries.ts";
import type { Role } from "./user.rules.ts";
import { userAccess } from "./user.access.ts";
import { normalizeEmail } from "../normalize-email.rules.ts";
import { denialOf } from "../access/denial-of.ts";

export interface CreateUserInput {
  email: string;
  name: string;
  role: Role;
  password: string;
  managerId?: string | null | undefined;
  /** Accepted earlier, whatever they are now: like the manager of someone who had the account already. */
  knownManager?: User | null;
  demoAllowed?: boolean | undefined;
  language?: string | undefined;
}

/** The user in events. */
const reference = ({ id, email, name, role }: User) => ({ user: { id, email, name, role } });

const stateOf = (user: User): UserState => ({
  name: user.name,
  preferences: user.preferences,
  email: user.email,
  role: user.role,
  managerId: user.manager?.id ?? null,
  demoAllowed: user.demoAllowed,
  active: user.active,
});

const taken = (email: string) =>
  conflict(`The address ${email} is already in use: choose another, or change that user`, {
    field: "email",
    error: "is already in use",
    reason: "email_in_use",
    email,
  });

/** CONFLICT if the address is in use. */
export async function refuseTaken({ em }: CommandContext, email: string): Promise<void> {
  if ((await em.count(User, { email })) > 0) throw taken(email);
}

/** VALIDATION_ERROR for a manager to whom this user cannot report. */
export async function managerFor({ em }: CommandContext, managerId: string, userId: string): Promise<User> {
  const manager = await em.findOne(User, { id: managerId });
  const problem = managerProblem(manager, await chainAbove(em, managerId), userId);
  if (problem !== null) throw invalid({ field: "manager_id", error: problem });
  return manager!;
}

/**
 * A new user who signs in with the password. VALIDATION_ERROR for an invalid password or manager, CONFLICT
 * for an address in use.
 */
export async function createUser(
  ctx: CommandContext & { passwords: Passwords },
  { password, managerId = null, ...input }: CreateUserInput,
): Promise<User> {
  const id = newId();
  const email = normalizeEmail(input.email);
  const owner = { email, name: input.name };
  await refuseTaken(ctx, email);
  const now = ctx.clock.now();
  const user = ctx.em.create(User, {
    id,
    ...owner,
    role: input.role,
    manager: managerId === null ? (input.knownManager ?? null) : await managerFor(ctx, managerId, id),
    demoAllowed: input.demoAllowed ?? false,
    passwordHash: await hashNewPassword(ctx.passwords, { password, owner, field: "password" }),
    preferences: input.language === undefined ? {} : { language: input.language },
    createdAt: now,
    updatedAt: now,
  });
  recordEvent(ctx, "user.created", { subject: user, data: reference(user) });
  await flushUnlessTaken(ctx, () => taken(email));
  return user;
}

/** CONFLICT without another active administrator; UNAUTHORIZED if the caller has lost their role in the meantime. */
async function requireStanding(ctx: CommandContext, user: User, after: UserState): Promise<void> {
  const { em, actor } = ctx;
  const others = { role: "admin", active: true, id: { $ne: user.id } } as const;
  const isCaller = user.id === actor.id;
  const problem = standingProblem(user, after, { isCaller, otherAdmins: await em.count(User, others) });
  if (problem !== null) throw conflict(problem.message, { reason: problem.reason });
  if ((await em.count(User, { id: actor.id, role: actor.role, active: true })) === 0)
    throw unauthorized("Your account has changed: sign in again");
}

const byName = (state: UserState): Record<string, unknown> =>
  Object.fromEntries(Object.entries(state).map(([field, value]) => [nameOfField(field as UserField), value]));

function recordChange(ctx: CommandContext, user: User, before: UserState, fields: UserField[]): void {
  const changed = fields
    .filter((field) => field !== "active")
    .map(nameOfField)
    .toSorted();
  const previous = fields.includes("email") ? { previous_email: before.email } : {};
  if (changed.length > 0)
    recordEvent(ctx, "user.updated", {
      subject: user,
      data: { ...reference(user), changed, ...previous },
      changes: fieldChanges(changed, byName(before), byName(stateOf(user))),
    });
  if (fields.includes("active"))
    recordEvent(ctx, user.active ? "user.reactivated" : "user.deactivated", {
      subject: user,
      data: reference(user),
    });
}

/** FORBIDDEN, naming the field, if a change requires an administrator and the caller does not act as one. */
function requireRightToChange(ctx: CommandContext, user: User, fields: readonly UserField[]): void {
  const [first] = administered(fields);
  if (first === undefined) return;
  const cause = denialOf(ctx.actor, userAccess["user.updateAny"], user);
  if (cause === null) return;
  if (cause.refusal.because === "sign_in") throw signInAgain(cause);
  const field = nameOfField(first);
  const error = 'only an administrator may change this, with a token that has the scope "admin"';
  throw forbidden(`${field}: ${error}`, { details: { field, error }, cause });
}

/**
 * Changes the given fields that differ, effective with the user's next request. FORBIDDEN for fields that the
 * caller may not change. Requires the locks of `loadUserToChange`.
 */
export async function updateUser(ctx: CommandContext, user: User, change: UserChange): Promise<User> {
  const { em } = ctx;
  await lockUser(ctx, user.id);
  const before = stateOf(user);
  const after = applyChange(before, change);
  const fields = differingFields(before, after);
  if (fields.length === 0) return user;
  requireRightToChange(ctx, user, fields);
  const { managerId, ...values } = after;
  if (fields.includes("email")) await refuseTaken(ctx, after.email);
  if (fields.includes("role") || fields.includes("active")) await requireStanding(ctx, user, after);
  if (fields.includes("managerId"))
    user.manager = managerId === null ? null : await managerFor(ctx, managerId, user.id);
  em.assign(user, { ...values, updatedAt: ctx.clock.now() });
  recordChange(ctx, user, before, fields);
  await flushUnlessTaken(ctx, () => taken(after.email));
  if (fields.includes("email")) await onAddressChanged.happen(ctx, user.id);
  if (fields.includes("active")) await onStandingChanged.happen(ctx, user.id);
  return user;
}

/** An arbitrary number that no other advisory lock uses. */
const STANDING_LOCK = 7_012;

/**
 * The user to change, or NOT_FOUND. Changes of the hierarchy and of administrators run one at a time, because
 * each reads more rows than it changes; that lock precedes all locks of rows, so that they cannot deadlock.
 */
export async function loadUserToChange(ctx: CommandContext, id: string, alone: boolean): Promise<User> {
  if (alone) await ctx.em.execute("select pg_advisory_xact_lock(?)", [STANDING_LOCK]);
  return loadUser(ctx, id);
}
