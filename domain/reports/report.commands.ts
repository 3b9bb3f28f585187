import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { lockProject } from "../projects/lock-project.ts";
import type { Project } from "../projects/project.entity.ts";
import type { Language } from "../texts/language.rules.ts";
import { savedTexts } from "../users/saved-texts.ts";
import { User } from "../users/user.entity.ts";
import { reportReference, reportExpiry, type ReportKind } from "./report.rules.ts";
import { Report } from "./report.entity.ts";

/**
 * Requests a report, which a workflow builds; by default in the caller's saved language. Allowed in archived
 * projects, because it changes nothing.
 */
export async function requestReport(
  ctx: CommandContext,
  { project, kind, language }: { project: Project; kind: ReportKind; language?: Language | undefined },
): Promise<Report> {
  await lockProject(ctx, project.id, "shared");
  const now = ctx.clock.now();
  const report = ctx.em.create(Report, {
    project,
    kind,
    language: language ?? (await savedTexts(ctx)).language,
    status: "queued",
    progress: 0,
    requestedBy: ctx.em.getReference(User, ctx.actor.id),
    requestedAt: now,
    expiresAt: reportExpiry(now),
  });
  recordEvent(ctx, "report.requested", {
    subject: report,
    data: { report: { ...reportReference(report), expires_at: report.expiresAt.toISOString() } },
  });
  return report;
}
