import { createRequire } from "node:module";
import { openTestFile } from "./native-modules.ts";

const require = createRequire(import.meta.url);
const EVENT_HANDLERS = Symbol.for("EVENT_HANDLERS");

/**
 * Jest's runtime without a VM context for each test file: Node itself loads the modules, and those of the
 * product stay loaded for the next file of the process. Implements what jest-circus needs from a runtime,
 * without module mocks.
 */
export class NativeRuntime {
  readonly #file = openTestFile();

  /** The test framework keeps a file's tests in module variables, so it is loaded again for each. */
  requireInternalModule(path: string): unknown {
    delete require.cache[path];
    Reflect.deleteProperty(globalThis, EVENT_HANDLERS);
    return require(path);
  }

  requireModule(path: string): unknown {
    return require(path);
  }

  setGlobalsForRuntime(globals: object): void {
    this.#file.provide(globals);
  }

  unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  async unstable_importModule(path: string): Promise<void> {
    await this.#file.load(path);
  }

  teardown(): void {
    this.#file.forget();
  }

  getSourceMaps(): null {
    return null;
  }

  getAllCoverageInfoCopy(): null {
    return null;
  }

  enterTestCode(): void {}

  leaveTestCode(): void {}
}

// Jest requires the module and uses it as the class.
export { NativeRuntime as "module.exports" };
