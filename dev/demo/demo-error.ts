/** An error in a sentence that users can act on; shown without a stack trace. */
export class DemoError extends Error {
  override name = "DemoError";
}
