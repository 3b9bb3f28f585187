import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { DemoError } from "./demo-error.ts";

const ANSWER_MS = 5 * 60_000;

/** Asks for the password without echo. Throws DemoError without a terminal. */
export async function askPassword(email: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new DemoError(
      `The password of ${email} is missing: DEMO_PASSWORD=... npm run demo. \`npm start\` printed it at its first start.`,
    );
  process.stdout.write(`Password of ${email}: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const stop = new AbortController();
  terminal.once("SIGINT", () => stop.abort());
  try {
    return await terminal.question("", {
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(ANSWER_MS)]),
    });
  } catch {
    throw new DemoError("No password was given.");
  } finally {
    terminal.close();
    process.stdout.write("\n");
  }
}
