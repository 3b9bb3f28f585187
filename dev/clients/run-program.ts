import { spawn } from "node:child_process";
import { once } from "node:events";
import { StackError } from "../stack/stack-error.ts";

const PROGRAM_MS = 10 * 60_000;
const SHOWN_LINES = 40;

export interface Program {
  program: string;
  args: readonly string[];
  folder: string;
  environment?: Readonly<Record<string, string>>;
}

/** Runs a program to its end and answers what it wrote. Throws StackError with that when it fails. */
export async function runProgram({ program, args, folder, environment = {} }: Program): Promise<string> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: PROGRAM_MS,
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk));
  const [code] = (await once(child, "close")) as [number | null];
  const output = chunks.join("").trim();
  if (code === 0) return output;
  throw new StackError(
    `${program} ${args.join(" ")} failed:\n${output.split("\n").slice(-SHOWN_LINES).join("\n")}`,
  );
}
