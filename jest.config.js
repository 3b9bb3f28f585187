const common = {
  runtime: "<rootDir>/dev/jest/native-runtime.ts",
  testEnvironment: "<rootDir>/dev/jest/native-environment.ts",
  // Node strips the types.
  transform: {},
};

/** `unit` needs only Node; `stack` needs the servers that `npm test` or `npm run stack` starts. */
export default {
  testSequencer: "<rootDir>/dev/jest/long-first.ts",
  // One more than the processors of a small machine: many tests wait for timers.
  maxWorkers: 3,
  workerIdleMemoryLimit: "1.5GB",
  // A journey through the console takes up to a minute on a busy machine.
  testTimeout: 120_000,
  projects: [
    { ...common, displayName: "unit", testMatch: ["<rootDir>/test/unit/**/*.test.ts"] },
    {
      ...common,
      displayName: "stack",
      testMatch: ["<rootDir>/test/*.test.ts", "<rootDir>/test/replay/**/*.test.ts"],
    },
  ],
};
