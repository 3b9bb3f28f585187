import { MockActivityEnvironment } from "@temporalio/testing";

/** The same activities for direct calls: each runs as Temporal would run it, so that it can send heartbeats. */
export const inActivity = <A extends object>(activities: A): A =>
  Object.fromEntries(
    Object.entries(activities).map(([name, run]: [string, (...args: unknown[]) => Promise<unknown>]) => [
      name,
      (...args: unknown[]) => new MockActivityEnvironment().run(run, ...args),
    ]),
  ) as A;
