import { findLocked, lockWhile } from "../../platform/database/lock-row.ts";
import type { SystemContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { reportReference } from "./report.rules.ts";
import { Report } from "./report.entity.ts";

/** The report if it still needs to be built: null if it was removed, with its project or at its expiry. */
export const findWanted = (ctx: SystemContext, id: string): Promise<Report | null> =>
  ctx.em.findOne(Report, { id, status: { $in: ["queued", "building"] }, project: { deletingAt: null } });

const holdWanted = async (ctx: SystemContext, id: string): Promise<Report | null> =>
  lockWhile(ctx.em, await findWanted(ctx, id), (report) => report.isInProgress());

/** Records that the report is being built, and its progress. */
export async function recordProgress(
  ctx: SystemContext,
  { reportId, progress }: { reportId: string; progress: number },
): Promise<void> {
  const inProgress = { id: reportId, status: { $in: ["queued", "building"] } } as const;
  await ctx.em.nativeUpdate(Report, inProgress, { status: "building", progress });
}

/** A file without its name. */
export interface BuiltFile {
  fileSize: number;
  sha256: string;
}

export interface ReportFile extends BuiltFile {
  fileName: string;
}

/** Idempotent. */
export async function completeReport(
  ctx: SystemContext,
  { reportId, file }: { reportId: string; file: ReportFile },
): Promise<void> {
  const report = await holdWanted(ctx, reportId);
  if (report === null) return;
  report.complete(file, ctx.clock.now());
  recordEvent(ctx, "report.completed", {
    subject: report,
    data: {
      report: {
        ...reportReference(report),
        file_name: file.fileName,
        file_size: file.fileSize,
        sha256: file.sha256,
      },
    },
  });
}

/** Idempotent. */
export async function failReport(
  ctx: SystemContext,
  { reportId, reason }: { reportId: string; reason: string },
): Promise<void> {
  const report = await holdWanted(ctx, reportId);
  if (report === null) return;
  report.fail(reason);
  recordEvent(ctx, "report.failed", {
    subject: report,
    data: { report: { ...reportReference(report), reason } },
  });
}

/** Deletes an expired report, whose files are already removed. Idempotent. */
export async function expireReport(ctx: SystemContext, reportId: string): Promise<void> {
  const report = await findLocked(ctx.em, Report, { id: reportId });
  if (report === null) return;
  recordEvent(ctx, "report.expired", { subject: report, data: { report: reportReference(report) } });
  ctx.em.remove(report);
}
