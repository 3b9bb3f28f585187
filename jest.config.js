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
