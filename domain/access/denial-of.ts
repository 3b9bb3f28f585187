import type { Actor } from "../actor.ts";
import { AccessDenied } from "./access-denied.ts";
import type { AccessRule } from "./access-rule.ts";
import { decide } from "./decide.ts";

/** Why the rule does not let the caller act on this row, as the cause of an error; null if it does. */
export function denialOf(actor: Actor, rule: AccessRule, row: { id: string }): AccessDenied | null {
  const decision = decide(actor, rule, row);
  return decision.allowed ? null : new AccessDenied(rule, decision, row.id);
}
