import { flushCompileCache } from "node:module";

/** Before a test replaces it. */
const exit = process.exit.bind(process);
// Without this, a process first frees its gigabyte of memory, longer than the 500 ms after which Jest kills it and
// reports a leak.
process.once("beforeExit", () => exit());

/** Enough to see the test in a failure. */
const STACK_FRAMES = 30;

/**
 * Jest's environment for tests in Node's own realm. A file's changes of the process's globals end with the
 * file.
 */
export class NativeEnvironment {
  readonly global = globalThis;
  readonly #console = globalThis.console;
  readonly #environment = { ...process.env };

  async setup(): Promise<void> {
    // Jest translates 100 frames of each error by source maps; there are none, and every `expect` creates an error.
    Error.stackTraceLimit = STACK_FRAMES;
    Reflect.deleteProperty(Error, "prepareStackTrace");
  }

  getVmContext(): null {
    return null;
  }

  exportConditions(): string[] {
    return ["node", "node-addons"];
  }

  async teardown(): Promise<void> {
    // Saved at the end of the process, it would take too long as well.
    flushCompileCache();
    globalThis.console = this.#console;
    process.exit = exit;
    for (const name of Object.keys(process.env)) if (!(name in this.#environment)) delete process.env[name];
    Object.assign(process.env, this.#environment);
  }
}

export { NativeEnvironment as "module.exports" };
