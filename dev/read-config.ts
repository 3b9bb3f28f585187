import { loadConfig, type Config } from "../platform/config.ts";
import { StackError } from "./stack/stack-error.ts";

/** The configuration. Throws StackError, because a user set the invalid variable. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  try {
    return loadConfig(environment);
  } catch (error) {
    throw new StackError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
