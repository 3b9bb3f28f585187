import type { Action, Refusal } from "./decide.ts";

/** Why a caller was refused: the cause of the error that answers them, kept for the log because it says more. */
export class AccessDenied extends Error {
  /** What they wanted to do; null where any caller with the scope may. */
  readonly action: Action | null;
  readonly refusal: Refusal;
  /** Id of the row they wanted to do it to; null when there was none. */
  readonly resourceId: string | null;

  constructor(action: Action | null, refusal: Refusal, resourceId: string | null) {
    super(`denied by ${refusal.because}`);
    this.name = "AccessDenied";
    this.action = action;
    this.refusal = refusal;
    this.resourceId = resourceId;
  }
}
