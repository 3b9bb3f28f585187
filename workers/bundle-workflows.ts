import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { WorkflowBundleWithSourceMap } from "@temporalio/worker";
import { z } from "zod";
import { openKeptBundle } from "./kept-bundle.ts";

const PROGRAM = join(import.meta.dirname, "print-workflow-bundle.ts");
/** Names the versions of the bundler and of Temporal's SDK. */
const LOCK_FILE = join(import.meta.dirname, "..", "package-lock.json");
/** Bundling takes seconds on an idle machine. */
const BUNDLING_MS = 120_000;
const MAX_BYTES = 100_000_000;
/** Begins the last line of a bundle, a data URL. */
const SOURCE_MAP = "//# sourceMappingURL=";

const SourceMap = z.object({ sources: z.array(z.string()) });
const Bundle = z.object({ code: z.string(), sourceMap: z.string() });

/** The files in a bundle, by its inline source map; other names stand for modules that the bundler makes up. */
function sourcesOf({ code }: WorkflowBundleWithSourceMap): string[] {
  const map = code.slice(code.indexOf(",", code.lastIndexOf(SOURCE_MAP)) + 1);
  const { sources } = SourceMap.parse(JSON.parse(Buffer.from(map, "base64").toString()));
  return sources.filter((source) => existsSync(source));
}

const kept = openKeptBundle(join(import.meta.dirname, "dist", "workflow-bundle.json"), {
  schema: Bundle,
  inputsOf: sourcesOf,
  always: [PROGRAM, LOCK_FILE],
});

/** Without the right to write, each start bundles. */
function unlessReadOnly(error: NodeJS.ErrnoException): void {
  if (!["EACCES", "EPERM", "EROFS"].includes(error.code ?? "")) throw error;
}

async function bundle(): Promise<WorkflowBundleWithSourceMap> {
  const last = await kept.read();
  if (last !== null) return last;
  const limits = { timeout: BUNDLING_MS, maxBuffer: MAX_BYTES };
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], limits);
  const made = Bundle.parse(JSON.parse(stdout));
  await kept.write(made).catch(unlessReadOnly);
  return made;
}

let bundled: Promise<WorkflowBundleWithSourceMap> | null = null;

/**
 * The code of all workflows, for every worker of this process. It is kept in `workers/dist` until a source
 * changes; the image contains it. A child bundles it, because the bundler keeps about 150 MB.
 */
export const bundleWorkflows = (): Promise<WorkflowBundleWithSourceMap> => (bundled ??= bundle());
