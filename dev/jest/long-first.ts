import { createRequire } from "node:module";
import type sequencer from "@jest/test-sequencer";

// Its types describe the CommonJS module.
const { default: TestSequencer } = createRequire(import.meta.url)("@jest/test-sequencer") as typeof sequencer;
type Tests = Parameters<InstanceType<typeof TestSequencer>["sort"]>[0];

/** The longest test files, longest first. */
const LONG = [
  "console-screens",
  "access-matrix",
  "console",
  "evidence-withdrawal",
  "history",
  "console-documents",
  "console-questionnaires",
  "recovery",
  "refresh",
  "reports",
].map((name) => `/test/${name}.test.ts`);

const rankOf = (path: string): number => {
  const at = LONG.findIndex((end) => path.endsWith(end));
  if (at >= 0) return at;
  return path.includes("/test/unit/") ? LONG.length + 1 : LONG.length;
};

/**
 * Starts the longest files first, so that none of them runs alone at the end, and those that need no servers last. Jest
 * itself sorts by the durations of earlier runs; in a new clone it knows only the sizes of the files.
 */
export class LongFirst extends TestSequencer {
  override async sort(tests: Tests): Promise<Tests> {
    const sorted = await super.sort(tests);
    const isNew = tests.every(({ duration }) => duration === undefined);
    return isNew ? sorted.toSorted((a, b) => rankOf(a.path) - rankOf(b.path)) : sorted;
  }
}

// Jest requires the module and uses it as the class.
export { LongFirst as "module.exports" };
