import { parseArgs } from "node:util";

/** Options of jest that take a value as the next argument, which is no pattern of paths. */
const WITH_VALUE = {
  testNamePattern: { type: "string", short: "t" },
  maxWorkers: { type: "string", short: "w" },
  selectProjects: { type: "string", multiple: true },
} as const;

/** Whether the tests that jest runs with these arguments need servers: those in test/unit/ do not. */
export function needServers(args: string[]): boolean {
  const { values, positionals } = parseArgs({ args, options: WITH_VALUE, strict: false });
  if (values.selectProjects?.every((name) => name === "unit") === true) return false;
  return positionals.length === 0 || positionals.some((pattern) => !pattern.startsWith("test/unit/"));
}
