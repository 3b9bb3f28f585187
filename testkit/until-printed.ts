import type { ChildProcess } from "node:child_process";
import { endChild } from "./end-child.ts";

/**
 * Waits until the process has printed the text, and reads its output to the end, because a closed pipe would fail its
 * later writes. Fails with the output if the process ends first; after `limitMs`, also kills it.
 */
export async function untilPrinted(child: ChildProcess, text: string, limitMs: number): Promise<void> {
  let output = "";
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
    if (output.includes(text)) resolve();
  };
  const fail = (what: string): void => reject(new Error(`The process ${what}:\n${output}`));
  const timer = setTimeout(() => fail(`did not print "${text}" within ${limitMs / 1_000} s`), limitMs);
  child.stdout!.on("data", collect);
  child.once("error", reject);
  child.once("close", () => fail(`ended before it printed "${text}"`));
  try {
    await promise;
  } catch (error) {
    await endChild(child, "SIGKILL");
    throw error;
  } finally {
    clearTimeout(timer);
    child.stdout!.off("data", collect).resume();
  }
}
