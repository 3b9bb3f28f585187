import { findLocked } from "../../platform/database/lock-row.ts";
import type { SystemContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import type { User } from "../users/user.entity.ts";
import { RecoveryCode, TotpFactor } from "./second-factor.entity.ts";
import { readCode, waitAfter } from "./second-factor.rules.ts";
import { secretHash } from "../secret-hash.ts";

/** Codes of authenticator apps (RFC 6238), with encrypted secrets. */
export interface Totp {
  /** `secret` (base 32) and `uri` are shown to the user once; `sealed` is for the database. */
  create(account: { id: string; email: string }): { secret: string; uri: string; sealed: string };
  /** The time step of a code, at most one from `at`; null for a wrong code. */
  stepOf(account: { id: string; email: string }, sealed: string, code: string, at: Date): number | null;
}

export type FactorContext = Pick<SystemContext, "em" | "clock" | "events"> & { totp: Totp };

/** Why a second factor was refused. */
export interface FactorProblem {
  error: string;
  /** The error as a code, for other languages. */
  reason: "required" | "wrong_code" | "too_many_codes";
  /** Seconds until app codes are accepted again. */
  retryAfter?: number;
}

const MISSING = {
  error: "enter the code from your authenticator app, or a recovery code",
  reason: "required",
} as const;
const WRONG = { error: "this code is wrong or was used before", reason: "wrong_code" } as const;
const TOO_MANY = {
  error: "too many wrong codes: wait, or use a recovery code",
  reason: "too_many_codes",
} as const;

function checkTotp(ctx: FactorContext, user: User, factor: TotpFactor, code: string): FactorProblem | null {
  const now = ctx.clock.now();
  const passed = factor.failedAt ? (now.getTime() - factor.failedAt.getTime()) / 1_000 : Infinity;
  const retryAfter = Math.ceil(waitAfter(factor.failures) - passed);
  if (retryAfter > 0) return { ...TOO_MANY, retryAfter };
  const step = ctx.totp.stepOf(user, factor.sealedSecret, code, now);
  if (step === null || step <= factor.lastStep) {
    factor.failures += 1;
    factor.failedAt = now;
    return WRONG;
  }
  factor.lastStep = step;
  factor.failures = 0;
  return null;
}

async function useRecoveryCode(ctx: FactorContext, user: User, code: string): Promise<FactorProblem | null> {
  const mine = { user: user.id, usedAt: null };
  const hash = secretHash(code);
  const used = await ctx.em.nativeUpdate(RecoveryCode, { ...mine, hash }, { usedAt: ctx.clock.now() });
  if (used === 0) return WRONG;
  const left = await ctx.em.count(RecoveryCode, mine);
  const data = { user: { id: user.id, email: user.email }, left };
  recordEvent({ ...ctx, actor: null }, "user.recovery_code_used", { subject: user, data });
  return null;
}

/**
 * Checks the second factor of a user who has one; null if there is none or the code is right. A code works
 * once. Needs a transaction, which must commit on a problem too, because it counts wrong codes.
 */
export async function checkSecondFactor(
  ctx: FactorContext,
  user: User,
  typed: string | undefined,
): Promise<FactorProblem | null> {
  const confirmed = { user: user.id, confirmedAt: { $ne: null } };
  const factor = await findLocked(ctx.em, TotpFactor, confirmed);
  if (factor === null) return null;
  if (typed === undefined || typed.trim() === "") return MISSING;
  const code = readCode(typed);
  return "totp" in code ? checkTotp(ctx, user, factor, code.totp) : useRecoveryCode(ctx, user, code.recovery);
}
