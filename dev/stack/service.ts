import type { Child, Supervisor } from "./supervisor.ts";

export interface ServiceOptions {
  supervisor: Supervisor;
  dataDir: string;
  logDir: string;
  port: number;
}

/** A running server. `url` is for the product's configuration. */
export interface Service {
  url: string;
  child: Child;
}

/** The part of our environment that servers get: enough to run, without our secrets. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LANG, TZ } = process.env;
  return { PATH, LANG, TZ };
}
