/**
 * A transaction whose COMMIT was sent but not answered: it may have committed, or may still do so. With any
 * other error, the transaction certainly did not commit. `pg_xact_status` on another connection shows the
 * result.
 */
export class UnknownCommitError extends Error {
  override name = "UnknownCommitError";

  constructor(cause: unknown) {
    super("the connection was lost during COMMIT: whether the transaction committed is unknown", { cause });
  }
}
