import { conflict } from "../../platform/errors.ts";
import type { CommandContext } from "../context.ts";

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
