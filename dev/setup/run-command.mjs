import { spawn } from "node:child_process";

const KEPT_CHARACTERS = 20_000;

/** A command with a non-zero exit code; `output` is the end of its output. */
export class CommandError extends Error {
  name = "CommandError";

  constructor(message, output) {
    super(message);
    this.output = output;
  }

  /** The most likely reason: the first line that mentions an error, otherwise the last line. */
  get reason() {
    const lines = this.output
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
    return (
      lines.find((line) => /error|fail|cannot|unable|no such/i.test(line)) ??
      lines.at(-1) ??
      this.message
    ).slice(0, 300);
  }
}

/**
 * Runs a program to its end; returns the end of its output (stdout and stderr combined). `onLine` gets each
 * line. Throws CommandError on a non-zero exit code, and after `timeout` ms, if set.
 */
export function runCommand(program, args, { cwd, env, onLine, timeout } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout,
    });
    let output = "";
    const collectOutput = (chunk) => {
      output = (output + chunk).slice(-KEPT_CHARACTERS);
      for (const line of String(chunk).split("\n")) if (line.trim() !== "") onLine?.(line.trim());
    };
    child.stdout.on("data", collectOutput);
    child.stderr.on("data", collectOutput);
    child.on("error", (error) =>
      reject(new CommandError(`${program} could not be started: ${error.message}`, output)),
    );
    child.on("close", (code, signal) =>
      code === 0
        ? resolve(output)
        : reject(new CommandError(`${program} ended with ${signal ?? `code ${code}`}`, output)),
    );
  });
}
