import { CommandError, runCommand } from "../setup/run-command.mjs";
import { StackError } from "../stack/stack-error.ts";

const PROGRAM_MS = 10 * 60_000;
const SHOWN_LINES = 40;

export interface Program {
  program: string;
  args: readonly string[];
  folder: string;
  environment?: Readonly<Record<string, string>>;
}

/** Runs a program and returns its output. On failure, throws StackError with it. */
export async function runProgram({ program, args, folder, environment = {} }: Program): Promise<string> {
  try {
    const output = await runCommand(program, args, { cwd: folder, env: environment, timeout: PROGRAM_MS });
    return output.trim();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const lastLines = error.output.trim().split("\n").slice(-SHOWN_LINES).join("\n");
    throw new StackError(`${program} ${args.join(" ")} failed: ${error.message}\n${lastLines}`);
  }
}
