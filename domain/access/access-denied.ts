import type { AccessRule } from "./access-rule.ts";
import type { AccessRefusal } from "./decide.ts";

/** Why a caller was refused: the cause of the error, for the log, because it says more than the response. */
export class AccessDenied extends Error {
  /** The evaluated rule; null if any caller with the scope is allowed. */
  readonly rule: AccessRule | null;
  readonly refusal: AccessRefusal;
  /** Id of the row; null if there was none. */
  readonly resourceId: string | null;

  constructor(rule: AccessRule | null, refusal: AccessRefusal, resourceId: string | null) {
    super(`denied by ${refusal.because}`);
    this.name = "AccessDenied";
    this.rule = rule;
    this.refusal = refusal;
    this.resourceId = resourceId;
  }
}
