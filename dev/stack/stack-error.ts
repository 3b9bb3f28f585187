/** What a person can put right: one sentence with the remedy, shown without a stack trace. */
export class StackError extends Error {
  override name = "StackError";
}

/** Shows an error the way a person can use it and makes the command fail. */
export function reportFailure(error: unknown): void {
  const isForPeople = error instanceof Error && ["StackError", "SetupError"].includes(error.name);
  console.error(isForPeople ? error.message : error);
  process.exitCode = 1;
}
