/** A problem that users can fix: one sentence with the remedy, shown without a stack trace. */
export class StackError extends Error {
  override name = "StackError";
}

/** Prints an error in a usable form and makes the command fail. */
export function reportFailure(error: unknown): void {
  const isForPeople = error instanceof Error && ["StackError", "SetupError"].includes(error.name);
  console.error(isForPeople ? error.message : error);
  process.exitCode = 1;
}
