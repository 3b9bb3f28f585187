import { conflict } from "../../platform/errors.ts";
import type { CommandContext } from "../context.ts";

export const NO_CHANGE_PENDING = "No change is pending for this control";
export const NO_SCOPE_PENDING = "No scope change is pending for this project";

/** The pending proposal, which someone other than its author decides. CONFLICT, with `none` if there is none. */
export function requirePending<P extends { said_by: string }>(
  { actor }: CommandContext,
  pending: P | null | undefined,
  none: string,
): P {
  if (pending == null) throw conflict(none, { reason: "nothing_pending" });
  if (pending.said_by === actor.id)
    throw conflict("You cannot decide on your own proposal: ask someone else", { reason: "own_proposal" });
  return pending;
}

/** The pending proposal of the caller. CONFLICT if someone else made it, and with `none` if there is none. */
export function requireOwnPending<P extends { said_by: string }>(
  { actor }: CommandContext,
  pending: P | null | undefined,
  none: string,
): P {
  if (pending == null) throw conflict(none, { reason: "nothing_pending" });
  if (pending.said_by !== actor.id)
    throw conflict("Someone else made this proposal: only its author can withdraw it", {
      reason: "not_your_proposal",
    });
  return pending;
}
