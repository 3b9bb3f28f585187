import type { Child, Supervisor } from "./supervisor.ts";

export interface ServiceOptions {
  supervisor: Supervisor;
  dataDir: string;
  logDir: string;
  port: number;
}

/** A running server. `url` is what the product is configured with. */
export interface Service {
  url: string;
  child: Child;
}

/** What servers see of our environment: enough to run, none of our secrets. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LANG, TZ } = process.env;
  return { PATH, LANG, TZ };
}
