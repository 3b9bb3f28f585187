import type { Agent } from "../agents/agent.entity.ts";
import type { FieldChanges } from "../audit-log/audit.rules.ts";
import type { Control } from "../controls/control.entity.ts";
import type { CommandContext, SystemContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import type { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";
import { Finding } from "./finding.entity.ts";
import { SEVERITY_WEIGHTS, dueDateFor, type Severity } from "./finding.rules.ts";

/** The finding in events. */
export const findingReference = (finding: Finding) => ({
  id: finding.id,
  title: finding.title,
  severity: finding.severity,
  status: finding.status,
  integration: finding.integration,
  project_id: finding.project.id,
  control_id: finding.control?.id ?? null,
});

/** Records the changed fields by API name; nothing if there are none. */
export function recordUpdate(
  ctx: CommandContext | SystemContext,
  finding: Finding,
  changed: readonly string[],
  changes?: FieldChanges,
): void {
  if (changed.length === 0) return;
  recordEvent(ctx, "finding.updated", {
    subject: finding,
    data: { finding: findingReference(finding), changed: [...changed] },
    changes,
  });
}

/** The content of a finding, with its references resolved. */
export interface StatedFinding {
  title: string;
  description: string;
  severity: Severity;
  category: string;
  control: Control | null;
  integration: string;
  sourceId: string | null;
  agent: Agent | null;
  integrationData: Record<string, unknown> | null;
  assignedTo: User | null;
  /** Null leaves it to the severity. */
  dueDate: Date | null;
}

/** Creates an open finding. Use it within `withRisk`. */
export function raiseFinding(
  ctx: CommandContext,
  project: Project,
  stated: StatedFinding,
  more: Partial<Pick<Finding, "reported" | "lastSeenAt">> = {},
): Finding {
  const now = ctx.clock.now();
  const finding = ctx.em.create(Finding, {
    ...stated,
    ...more,
    project,
    weight: SEVERITY_WEIGHTS[stated.severity],
    dueGiven: stated.dueDate !== null,
    dueDate: stated.dueDate ?? dueDateFor(stated.severity, now),
    createdBy: ctx.em.getReference(User, ctx.actor.id),
    openedAt: now,
    createdAt: now,
    updatedAt: now,
  });
  recordEvent(ctx, "finding.created", { subject: finding, data: { finding: findingReference(finding) } });
  return finding;
}
