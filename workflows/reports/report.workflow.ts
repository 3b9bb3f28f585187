import {
  CancellationScope,
  defineSignal,
  isCancellation,
  proxyActivities,
  setHandler,
  sleep,
} from "@temporalio/workflow";
import type { createReportActivities } from "../../activities/reports/report.activities.ts";
import { isFailureOf, isWithdrawn, messageOf } from "../support/failures.ts";
import { retries } from "../support/retries.ts";
import { reportSentence } from "../../domain/reports/report-failures.rules.ts";

type Activities = ReturnType<typeof createReportActivities>;

const HEARTBEAT = "15s";
/**
 * However long an outage lasts, an expired report is useless. Gigabytes of evidence are read, hashed and
 * written.
 */
function untilItIsOver(expiresAt: number) {
  const scheduleToCloseTimeout = Math.max(1, expiresAt - Date.now());
  const proxy = (startToCloseTimeout: "5m" | "1h") =>
    proxyActivities<Activities>({
      startToCloseTimeout,
      scheduleToCloseTimeout,
      heartbeatTimeout: HEARTBEAT,
      retry: retries.awaited,
    });
  return { collect: proxy("5m"), build: proxy("1h") };
}
/** Results are recorded and expired reports removed, however long an outage lasts. */
const store = proxyActivities<Activities>({
  startToCloseTimeout: "5m",
  heartbeatTimeout: HEARTBEAT,
  retry: retries.awaited,
});

/** Attempts to build a report whose evidence is removed in the meantime; then the workflow fails. */
const SNAPSHOTS = 3;

export interface BuildReportInput {
  reportId: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

export interface ReportResult {
  outcome: "completed" | "failed" | "withdrawn";
}

export const withdrawReportSignal = defineSignal("withdraw");

/** Failures meant for users name the problem; others would mean nothing to them. */
const reasonOf = (error: unknown): string => messageOf("ReportFailure", error) ?? reportSentence("not_built");

async function collectAndBuild({ reportId, expiresAt }: BuildReportInput) {
  for (let snapshots = 1; ; snapshots++) {
    const { collect, build } = untilItIsOver(expiresAt);
    const rowsSha256 = await collect.gatherReport(reportId);
    try {
      return await build.buildReportFile(reportId, rowsSha256);
    } catch (error) {
      if (!isFailureOf("Outdated", error) || snapshots === SNAPSHOTS) throw error;
    }
  }
}

/** Builds the file and records it, or the reason why there is none. */
async function makeReport(input: BuildReportInput): Promise<"completed" | "failed"> {
  const { reportId } = input;
  try {
    await store.publishReport(reportId, await collectAndBuild(input));
    return "completed";
  } catch (error) {
    if (isCancellation(error) || isWithdrawn(error)) throw error;
    await store.failReport(reportId, reasonOf(error));
    return "failed";
  }
}

async function makeAndKeep(input: BuildReportInput): Promise<ReportResult["outcome"]> {
  // An expired report is only removed: its previous workflow was lost.
  const outcome = input.expiresAt <= Date.now() ? "failed" : await makeReport(input);
  await sleep(Math.max(1, input.expiresAt - Date.now()));
  await store.expireReport(input.reportId);
  return outcome;
}

/**
 * Builds a report, keeps it until it expires and then removes it. Ends without an error if its project is
 * deleted.
 */
export async function buildReport(input: BuildReportInput): Promise<ReportResult> {
  const scope = new CancellationScope();
  let isStopped = false;
  setHandler(withdrawReportSignal, () => {
    isStopped = true;
    scope.cancel();
  });
  try {
    return { outcome: await scope.run(() => makeAndKeep(input)) };
  } catch (error) {
    if (isStopped || isWithdrawn(error)) return { outcome: "withdrawn" };
    if (isCancellation(error))
      await CancellationScope.nonCancellable(() =>
        store.failReport(input.reportId, reportSentence("cancelled")),
      );
    throw error;
  }
}
