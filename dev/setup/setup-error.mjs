/**
 * A problem that users can fix: one sentence that says what is missing and what to do. Shown without a stack
 * trace.
 */
export class SetupError extends Error {
  name = "SetupError";
}
