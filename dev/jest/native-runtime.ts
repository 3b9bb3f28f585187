import { createRequire } from "node:module";
import { openTestFile } from "./native-modules.ts";

const require = createRequire(import.meta.url);
const EVENT_HANDLERS = Symbol.for("EVENT_HANDLERS");

/**
 * Jest's runtime without a VM context of its own for each test file: Node itself loads the modules, and those of the product
 * stay loaded for the next file of the same process. What jest-circus asks of a runtime, and no module mocks.
 */
export class NativeRuntime {
  readonly #file = openTestFile();

  /** The test framework keeps the tests of one file in module variables: it is loaded anew for each. */
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

// Jest requires the module and takes what it is for the class.
export { NativeRuntime as "module.exports" };
