/**
 * A transaction whose COMMIT was sent and never answered: it may have committed, and may yet. Whatever else a transaction
 * fails with, it surely did not commit. `pg_xact_status` tells on another connection what became of it.
 */
export class UnknownCommitError extends Error {
  override name = "UnknownCommitError";

  constructor(cause: unknown) {
    super("the connection was lost during COMMIT: whether the transaction committed is unknown", { cause });
  }
}
