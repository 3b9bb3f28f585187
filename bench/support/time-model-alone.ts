import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { tiedCommand } from "../../testkit/tied-command.ts";
import type { ModelTiming } from "./time-model.ts";

const PROGRAM = fileURLToPath(new URL("./time-model.ts", import.meta.url));

/** Seconds the embedding model takes for the texts, in a separate warm process. Rejects on failure. */
export async function timeModelAlone(timing: ModelTiming): Promise<number> {
  const child = spawn(...tiedCommand(process.execPath, [PROGRAM]), { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(timing));
  const seconds = Number.parseFloat(await text(child.stdout));
  if (!Number.isFinite(seconds)) throw new Error(`The ${timing.kind} model could not be timed`);
  return seconds;
}
