import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onStopSignals } from "../stack/signals.ts";
import { reportFailure } from "../stack/stack-error.ts";
import type { Supervisor } from "../stack/supervisor.ts";

export interface FolderUse {
  /** The prefix of the folder's name. */
  prefix: string;
  /** Its contents, for messages: "Logs". */
  holds: string;
  /** Whether it stays even if all passed. */
  keep: boolean;
}

/**
 * Runs a test in a separate folder, which is kept and named on failure; sets the exit code. A stop signal
 * ends the processes of `supervisor`, and thus the test.
 */
export async function runInFolder(
  { prefix, holds, keep }: FolderUse,
  supervisor: Supervisor,
  test: (folder: string) => Promise<boolean>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  onStopSignals(() => void supervisor.stopAll());
  const passed = await test(folder).catch((error: unknown) => {
    // Errors while we are stopping are not failures of the product.
    if (!supervisor.isStopping()) reportFailure(error);
    return false;
  });
  process.exitCode = passed ? 0 : 1;
  if (passed && !keep) return rm(folder, { recursive: true, force: true });
  console.error(`${holds}: ${folder}`);
}
