import type { EntityManager } from "@mikro-orm/postgresql";
import { readRows } from "../../platform/database/read-rows.ts";
import { RecoveryCode, TotpFactor } from "./second-factor.entity.ts";

/** Whether this user has a second factor. */
export const hasSecondFactor = async (em: EntityManager, userId: string): Promise<boolean> =>
  (await em.count(TotpFactor, { user: userId, confirmedAt: { $ne: null } })) > 0;

/** Everyone who has a second factor, or those of these users who have one. */
export async function readSecondFactorHolders(
  em: EntityManager,
  among?: readonly string[],
): Promise<Set<string>> {
  const user = among === undefined ? {} : { user: { $in: [...among] } };
  const found = await readRows(em, TotpFactor, { where: { ...user, confirmedAt: { $ne: null } } });
  return new Set(found.map(({ user: { id } }) => id));
}

export interface SecondFactorState {
  /** Null if there is none. */
  enabledAt: Date | null;
  recoveryCodesLeft: number;
}

export async function readSecondFactor(em: EntityManager, userId: string): Promise<SecondFactorState> {
  const [factor] = await readRows(em, TotpFactor, { where: { user: userId } });
  const recoveryCodesLeft = await em.count(RecoveryCode, { user: userId, usedAt: null });
  return { enabledAt: factor?.confirmedAt ?? null, recoveryCodesLeft };
}
