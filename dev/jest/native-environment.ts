import { flushCompileCache } from "node:module";

/** Before a test replaces it. */
const exit = process.exit.bind(process);
/** Jest's main process, which runs a single test file itself, has no parent with a channel, but an exit code. */
const isWorker = process.send !== undefined;
// A worker has nothing left to write here. Threads of models and of Temporal took up to a second to end, and a gigabyte to
// be freed, but after 500 ms Jest kills a worker and reports a leak.
process.once("beforeExit", () => {
  if (isWorker) process.once("exit", () => process.kill(process.pid, "SIGKILL"));
  exit();
});

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
