import config from "./jest.config.js";

/** The S3 store's own tests: they need the server that `npm run test:s3` starts, so `npm test` leaves them out. */
export default {
  maxWorkers: 1,
  testTimeout: config.testTimeout,
  projects: [{ ...config.projects[0], displayName: "s3", testMatch: ["<rootDir>/test/s3/**/*.test.ts"] }],
};
