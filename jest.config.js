const common = {
  extensionsToTreatAsEsm: [".ts"],
  testEnvironment: "node",
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      { swcrc: false, jsc: { target: "es2024", parser: { syntax: "typescript" } }, module: { type: "es6" } },
    ],
  },
};

/** `unit` needs nothing but Node; `stack` needs the servers that `npm test` or `npm run stack` starts. */
export default {
  maxWorkers: 2,
  // What test files load is never quite let go: a worker that has grown begins anew before it runs out of memory.
  workerIdleMemoryLimit: "1.5GB",
  testTimeout: 60_000,
  projects: [
    { ...common, displayName: "unit", testMatch: ["<rootDir>/test/unit/**/*.test.ts"] },
    {
      ...common,
      displayName: "stack",
      testMatch: ["<rootDir>/test/*.test.ts", "<rootDir>/test/replay/**/*.test.ts"],
    },
  ],
};
