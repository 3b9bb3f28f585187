/** What went wrong in a sentence a person can act on; shown without a stack trace. */
export class DemoError extends Error {
  override name = "DemoError";
}
