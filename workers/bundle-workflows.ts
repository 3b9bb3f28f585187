import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { WorkflowBundleWithSourceMap } from "@temporalio/worker";

const PROGRAM = fileURLToPath(new URL("./print-workflow-bundle.ts", import.meta.url));
/** Bundling takes seconds on an idle machine. */
const BUNDLING_MS = 120_000;
const MAX_BYTES = 100_000_000;

async function bundle(): Promise<WorkflowBundleWithSourceMap> {
  const limits = { timeout: BUNDLING_MS, maxBuffer: MAX_BYTES };
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], limits);
  return JSON.parse(stdout) as WorkflowBundleWithSourceMap;
}

let bundled: Promise<WorkflowBundleWithSourceMap> | null = null;

/**
 * The code of all workflows, for every worker of this process. A child bundles it, because the bundler keeps
 * about 150 MB.
 */
export const bundleWorkflows = (): Promise<WorkflowBundleWithSourceMap> => (bundled ??= bundle());
