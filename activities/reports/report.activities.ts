import { hash } from "node:crypto";
import { cancellationSignal } from "@temporalio/activity";
import { IsolationLevel } from "@mikro-orm/postgresql";
import type { SystemContext } from "../../domain/context.ts";
import { readAuditRecord } from "../../domain/reports/read-audit-record.ts";
import { readProjectData } from "../../domain/project-data/read-project-data.ts";
import {
  completeReport,
  expireReport,
  failReport,
  findWanted,
  recordProgress,
  type BuiltFile,
} from "../../domain/reports/report-build.commands.ts";
import type { Report } from "../../domain/reports/report.entity.ts";
import { reportKeys } from "../../domain/reports/report.rules.ts";
import { textsIn } from "../../domain/texts/texts-in.ts";
import { SNAPSHOT_FORMAT, buildFile, nameOfFile, type ReportDeps } from "./build-file.ts";
import { runAsSystem } from "../run-as-system.ts";
import { withdrawn } from "../withdrawn.ts";

/** Shares of the progress; building is the rest. */
const COLLECTED = 0.1;
const BUILT = 0.95;
const REPORT_EVERY_MS = 1_000;

/** The report, or the failure "Withdrawn" if it was removed with its project. */
async function loadWanted(deps: ReportDeps, reportId: string): Promise<Report> {
  const report = await runAsSystem(deps, (ctx) => findWanted(ctx, reportId));
  if (report === null) throw withdrawn("The report was deleted");
  return report;
}

const note = (deps: ReportDeps, reportId: string, progress: number): Promise<void> =>
  runAsSystem(deps, (ctx) => recordProgress(ctx, { reportId, progress }));

/** The data of the report; null if the project no longer exists. */
async function readFor(
  { project, kind, language }: Report,
  ctx: Pick<SystemContext, "em">,
  deps: ReportDeps,
) {
  const data = await readProjectData(ctx, project.id, deps);
  if (data === null || kind !== "auditor_package") return data;
  return {
    ...data,
    record: await readAuditRecord(ctx, data, { scans: deps.scans, texts: textsIn(language) }),
  };
}

/** Returns the SHA-256 of the stored rows. */
async function collect(deps: ReportDeps, reportId: string): Promise<string> {
  const report = await loadWanted(deps, reportId);
  await note(deps, reportId, 0);
  const data = await deps.orm.em.fork().transactional((em) => readFor(report, { em }, deps), {
    isolationLevel: IsolationLevel.REPEATABLE_READ,
    readOnly: true,
  });
  if (data === null) throw withdrawn("The project was deleted");
  const rows = Buffer.from(JSON.stringify({ ...data, format: SNAPSHOT_FORMAT }));
  await deps.blobs.put(reportKeys(reportId).snapshot, rows);
  await note(deps, reportId, COLLECTED);
  return hash("sha256", rows);
}

async function build(
  deps: ReportDeps,
  reportId: string,
  { signal, rowsSha256 }: { signal: AbortSignal; rowsSha256: string | undefined },
): Promise<BuiltFile> {
  const report = await loadWanted(deps, reportId);
  let reportedAt = 0;
  const reportShare = async (share: number): Promise<void> => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    await note(deps, reportId, COLLECTED + share * (BUILT - COLLECTED));
  };
  const file = await buildFile(deps, report, { signal, reportShare, rowsSha256 });
  await note(deps, reportId, BUILT);
  return file;
}

/** Records the result of the report and removes its snapshot. */
async function end(
  deps: ReportDeps,
  reportId: string,
  report: (ctx: SystemContext) => Promise<void>,
): Promise<void> {
  await runAsSystem(deps, report);
  await deps.blobs.removeAll(reportKeys(reportId).work);
}

async function publish(deps: ReportDeps, reportId: string, file: BuiltFile): Promise<void> {
  const report = await runAsSystem(deps, (ctx) => findWanted(ctx, reportId));
  // Already done, or removed: the snapshot may no longer exist.
  if (report === null) return deps.blobs.removeAll(reportKeys(reportId).work);
  const fileName = await nameOfFile(deps, report);
  await end(deps, reportId, (ctx) => completeReport(ctx, { reportId, file: { ...file, fileName } }));
}

async function expire(deps: ReportDeps, reportId: string): Promise<void> {
  await deps.blobs.removeAll(reportKeys(reportId).folder);
  await runAsSystem(deps, (ctx) => expireReport(ctx, reportId));
}

/** The steps of a report, each idempotent. */
export function createReportActivities(deps: ReportDeps) {
  return {
    gatherReport: (reportId: string): Promise<string> => collect(deps, reportId),
    /** Workers of earlier versions pass no hash. */
    buildReportFile: (reportId: string, rowsSha256?: string): Promise<BuiltFile> =>
      build(deps, reportId, { signal: cancellationSignal(), rowsSha256 }),
    publishReport: (reportId: string, file: BuiltFile): Promise<void> => publish(deps, reportId, file),
    failReport: (reportId: string, reason: string): Promise<void> =>
      end(deps, reportId, (ctx) => failReport(ctx, { reportId, reason })),
    expireReport: (reportId: string): Promise<void> => expire(deps, reportId),
  };
}
