import { spawn } from "node:child_process";

const KEPT_CHARACTERS = 20_000;

/** A command that ended with another code than 0; `output` is the end of what it wrote. */
export class CommandError extends Error {
  name = "CommandError";

  constructor(message, output) {
    super(message);
    this.output = output;
  }

  /** The line most likely to say why: the first that speaks of an error, else the last one. */
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
 * Runs a program to its end; answers the end of its output (stdout and stderr together).
 * `onLine` hears each line. Throws CommandError on another exit code than 0, and after `timeout` ms, if there is one.
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
    const hear = (chunk) => {
      output = (output + chunk).slice(-KEPT_CHARACTERS);
      for (const line of String(chunk).split("\n")) if (line.trim() !== "") onLine?.(line.trim());
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
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
