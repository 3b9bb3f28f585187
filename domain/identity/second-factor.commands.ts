import { randomLetters } from "../random-secret.ts";
import { type AppError, conflict, invalid } from "../../platform/errors.ts";
import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import type { User } from "../users/user.entity.ts";
import { checkSecondFactor, type FactorProblem, type Totp } from "./check-second-factor.ts";
import { confirmPassword } from "./password.commands.ts";
import { lockUser } from "../users/lock-user.ts";
import { RecoveryCode, TotpFactor } from "./second-factor.entity.ts";
import {
  RECOVERY_CODE_COUNT,
  RECOVERY_LENGTH,
  RECOVERY_LETTERS,
  readCode,
  showRecoveryCode,
} from "./second-factor.rules.ts";
import { secretHash } from "../secret-hash.ts";
import type { PasswordVerifier } from "../users/new-password.ts";

export type SecondFactorContext = CommandContext & { passwords: PasswordVerifier; totp: Totp };

interface Proof {
  userId: string;
  password: string;
  /** An app code or a recovery code. */
  code: string;
}

/** Replaces a user's recovery codes; only this result contains them. */
async function issueRecoveryCodes(ctx: CommandContext, user: User): Promise<string[]> {
  await ctx.em.nativeDelete(RecoveryCode, { user: user.id });
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    randomLetters(RECOVERY_LETTERS, RECOVERY_LENGTH),
  );
  const createdAt = ctx.clock.now();
  for (const code of codes) ctx.em.create(RecoveryCode, { hash: secretHash(code), user, createdAt });
  return codes.map(showRecoveryCode);
}

const reference = ({ id, email }: User) => ({ id, email });

/**
 * Starts or restarts the enrolment of an authenticator app. VALIDATION_ERROR for a wrong password, CONFLICT
 * if one is active.
 */
export async function startTotp(
  ctx: SecondFactorContext,
  { userId, password }: { userId: string; password: string },
): Promise<{ secret: string; uri: string }> {
  const user = await lockUser(ctx, userId);
  await confirmPassword(ctx.passwords, user, { password, field: "password" });
  const known = await ctx.em.findOne(TotpFactor, { user: userId });
  if (known?.confirmedAt)
    throw conflict("An authenticator app is already in use: remove it first", {
      reason: "second_factor_in_use",
    });
  const { sealed, ...shown } = ctx.totp.create(user);
  const started = { sealedSecret: sealed, createdAt: ctx.clock.now() };
  if (known === null) ctx.em.create(TotpFactor, { user, ...started });
  else ctx.em.assign(known, started);
  return shown;
}

/**
 * Activates the app with its first code; returns the recovery codes. VALIDATION_ERROR for a wrong code,
 * CONFLICT without an open enrolment.
 */
export async function confirmTotp(
  ctx: SecondFactorContext,
  { userId, code }: { userId: string; code: string },
): Promise<string[]> {
  const user = await lockUser(ctx, userId);
  const factor = await ctx.em.findOne(TotpFactor, { user: userId, confirmedAt: null });
  if (factor === null) throw conflict("Start with POST /api/v1/auth/totp");
  const typed = readCode(code);
  const now = ctx.clock.now();
  const step = "totp" in typed ? ctx.totp.stepOf(user, factor.sealedSecret, typed.totp, now) : null;
  if (step === null)
    throw invalid({ field: "code", error: "is not the current code of the app", reason: "wrong_code" });
  ctx.em.assign(factor, { confirmedAt: now, lastStep: step });
  const codes = await issueRecoveryCodes(ctx, user);
  recordEvent(ctx, "user.totp_enabled", { subject: user, data: { user: reference(user) } });
  return codes;
}

function refuse({ error, reason, retryAfter }: FactorProblem): AppError {
  const problem = invalid({ field: "code", error, reason });
  if (retryAfter !== undefined) problem.details["retry_after"] = retryAfter;
  return problem;
}

/**
 * Runs `act` for a user who proved both factors. The count of wrong codes is kept even if the caller is
 * refused.
 */
async function withProof<T>(
  ctx: SecondFactorContext,
  { userId, password, code }: Proof,
  act: (ctx: SecondFactorContext, user: User) => Promise<T>,
): Promise<T> {
  const done = await ctx.em.transactional(async (em) => {
    const inside = { ...ctx, em };
    const user = await lockUser(inside, userId);
    await confirmPassword(ctx.passwords, user, { password, field: "password" });
    if ((await em.count(TotpFactor, { user: userId, confirmedAt: { $ne: null } })) === 0)
      throw conflict("No authenticator app is in use", { reason: "no_second_factor" });
    const problem = await checkSecondFactor(inside, user, code);
    return problem ?? { answer: await act(inside, user) };
  });
  if ("error" in done) throw refuse(done);
  return done.answer;
}

async function removeFactor(ctx: CommandContext, user: User): Promise<boolean> {
  await ctx.em.nativeDelete(RecoveryCode, { user: user.id });
  return (await ctx.em.nativeDelete(TotpFactor, { user: user.id })) > 0;
}

/** Turns off the app. VALIDATION_ERROR for a wrong password or code, CONFLICT if there is none. */
export const disableTotp = (ctx: SecondFactorContext, proof: Proof): Promise<void> =>
  withProof(ctx, proof, async (inside, user) => {
    await removeFactor(inside, user);
    recordEvent(inside, "user.totp_disabled", { subject: user, data: { user: reference(user), by: "user" } });
  });

/**
 * Ten new recovery codes; the old ones become invalid. VALIDATION_ERROR for a wrong password or code,
 * CONFLICT without an app.
 */
export const replaceRecoveryCodes = (ctx: SecondFactorContext, proof: Proof): Promise<string[]> =>
  withProof(ctx, proof, async (inside, user) => {
    const codes = await issueRecoveryCodes(inside, user);
    recordEvent(inside, "user.recovery_codes_replaced", { subject: user, data: { user: reference(user) } });
    return codes;
  });

/** For a user who lost the app and the recovery codes: the password alone then suffices. Idempotent. */
export async function resetSecondFactor(ctx: CommandContext, { id }: User): Promise<void> {
  const user = await lockUser(ctx, id);
  if (!(await removeFactor(ctx, user))) return;
  recordEvent(ctx, "user.totp_disabled", { subject: user, data: { user: reference(user), by: "admin" } });
}
