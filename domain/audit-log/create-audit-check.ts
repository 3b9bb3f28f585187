import type { Clock } from "../../platform/clock.ts";
import type { AuditVerdict } from "./verify-audit.ts";

/** A verification reads the whole log: requests within this time share its result. */
const SHARED_MS = 60_000;

export interface CheckedAudit extends AuditVerdict {
  at: Date;
}

/** Verifies the audit log; one verification at a time, whose result is kept until a minute after its start. */
export function createAuditCheck(
  verify: () => Promise<AuditVerdict>,
  clock: Clock,
): () => Promise<CheckedAudit> {
  let latest: { startedAt: number; checked: Promise<CheckedAudit> } | null = null;
  let isRunning = false;
  const check = async (): Promise<CheckedAudit> => {
    try {
      return { ...(await verify()), at: clock.now() };
    } catch (error) {
      latest = null;
      throw error;
    } finally {
      isRunning = false;
    }
  };
  return () => {
    const now = clock.now().getTime();
    if (latest !== null && (isRunning || now - latest.startedAt < SHARED_MS)) return latest.checked;
    isRunning = true;
    latest = { startedAt: now, checked: check() };
    return latest.checked;
  };
}
