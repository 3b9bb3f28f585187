import type { AccessDenied } from "../access/access-denied.ts";
import { denialOf } from "../access/denial-of.ts";
import type { FieldError } from "../../platform/errors.ts";
import type { CommandContext } from "../context.ts";
import type { Finding } from "./finding.entity.ts";
import { refusalOfProtected, type ProtectedValues, type RequestedValues } from "./protected-fields.rules.ts";
import { findingAccess } from "./finding.access.ts";

const protectedValuesOf = (finding: Finding): ProtectedValues => ({
  title: finding.title,
  description: finding.description,
  severity: finding.severity,
  control_id: finding.control?.id ?? null,
  due_date: finding.dueDate ?? null,
  due_given: finding.dueGiven,
});

export interface RefusedChange extends FieldError {
  cause: AccessDenied;
}

/**
 * The part of a change that the caller may not make because someone else raised the finding; null if there is
 * none. Use it within `withRisk`, so that no one changes the finding in the meantime.
 */
export function findRefusedChange(
  ctx: CommandContext,
  finding: Finding,
  to: RequestedValues,
): RefusedChange | null {
  if (finding.createdBy.id === ctx.actor.id) return null;
  const cause = denialOf(ctx.actor, findingAccess["finding.decide"], finding);
  if (cause === null) return null;
  const refusal = refusalOfProtected(protectedValuesOf(finding), to);
  return refusal && { ...refusal, cause };
}
