import { setTimeout as sleep } from "node:timers/promises";
import { readableLine } from "./log-line.ts";
import { StackError } from "./stack-error.ts";
import type { Child } from "./supervisor.ts";

const POLL_MS = 150;
const SHOWN_LINES = 12;

/** The end of a program's output, without repetitions, for finding out why it failed. */
export function lastWords(child: Child): string {
  const lines = [...new Set(child.lastLines().map(readableLine))].slice(-SHOWN_LINES);
  return [...lines.map((line) => `    ${line}`), `  The whole log: ${child.logFile}`].join("\n");
}

/**
 * Polls until `check` returns true. Throws if the program exits before that, or after the deadline. A check
 * that throws counts as "not yet", and its message is shown after the deadline.
 */
export async function waitUntil(
  child: Child,
  deadlineMs: number,
  check: () => Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  let problem = "no answer";
  while (Date.now() < deadline) {
    if (child.hasExited())
      throw new StackError(
        `${child.name} ended while it was starting (${await child.exited}):\n${lastWords(child)}`,
      );
    try {
      if (await check()) return;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    await sleep(POLL_MS);
  }
  throw new StackError(
    `${child.name} was not ready after ${deadlineMs / 1000} s (${problem}):\n${lastWords(child)}`,
  );
}

/** Whether the URL answers 200 within two seconds, or something else that suffices for a start. */
export async function answersOk(
  url: string,
  isEnough: (body: unknown) => boolean = () => false,
): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  const text = await response.text();
  if (response.status === 200) return true;
  if (response.status === 503 && isEnough(JSON.parse(text))) return true;
  throw new Error(`${url} answered ${response.status}`);
}
