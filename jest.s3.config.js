import config from "./jest.config.js";

/** Tests of the S3 store. They need the server that `npm run test:s3` starts, so `npm test` excludes them. */
export default {
  maxWorkers: 1,
  testTimeout: config.testTimeout,
  projects: [{ ...config.projects[0], displayName: "s3", testMatch: ["<rootDir>/test/s3/**/*.test.ts"] }],
};
