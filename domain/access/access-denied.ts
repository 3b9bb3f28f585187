import type { AccessRule } from "./access-rule.ts";
import type { Refusal } from "./decide.ts";

/** Why a caller was refused: the cause of the error that answers them, kept for the log because it says more. */
export class AccessDenied extends Error {
  /** The rule that was asked; null where any caller with the scope may. */
  readonly rule: AccessRule | null;
  readonly refusal: Refusal;
  /** Id of the row they wanted to do it to; null when there was none. */
  readonly resourceId: string | null;

  constructor(rule: AccessRule | null, refusal: Refusal, resourceId: string | null) {
    super(`denied by ${refusal.because}`);
    this.name = "AccessDenied";
    this.rule = rule;
    this.refusal = refusal;
    this.resourceId = resourceId;
  }
}
