import type { Client } from "@elastic/elasticsearch";

/** Elasticsearch accepts at most 100 MB; small batches keep its memory low and retries cheap. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BULK_TIMEOUT_MS = 30_000;
const SHOWN_FAILURES = 3;
const CONFLICT = 409;
const NOT_FOUND = 404;

export interface BulkOperation {
  action: "index" | "create" | "delete";
  alias: string;
  id: string;
  document?: object;
}

/**
 * Some documents were refused. `aliasGone`: an alias disappeared in the meantime (a rebuild ended), so
 * repeating the write helps.
 */
export class BulkError extends Error {
  readonly aliasGone: boolean;

  constructor(message: string, aliasGone: boolean) {
    super(message);
    this.name = "BulkError";
    this.aliasGone = aliasGone;
  }
}

function linesOf({ action, alias, id, document }: BulkOperation): string {
  // require_alias: a late write must not create an index with a guessed mapping.
  const head = JSON.stringify({ [action]: { _index: alias, _id: id, require_alias: true } });
  return document === undefined ? `${head}\n` : `${head}\n${JSON.stringify(document)}\n`;
}

/** Groups the lines into batches within the limit (a longer document goes alone). */
function* batchesOf(operations: Iterable<BulkOperation>): Generator<string> {
  let batch = "";
  for (const operation of operations) {
    const lines = linesOf(operation);
    if (batch !== "" && batch.length + lines.length > BATCH_BYTES) {
      yield batch;
      batch = "";
    }
    batch += lines;
  }
  if (batch !== "") yield batch;
}

interface ItemResult {
  _id?: string | null;
  status: number;
  error?: { type: string; reason?: string | null };
}

/** Deleting a missing document and creating an existing one count as success. */
const hasFailed = (action: string, item: ItemResult): boolean =>
  item.error !== undefined && !(action === "create" && item.status === CONFLICT);

function checkItems(items: Record<string, ItemResult>[]): void {
  const failed = items
    .flatMap((entry) => Object.entries(entry))
    .filter(([action, item]) => hasFailed(action, item));
  if (failed.length === 0) return;
  const reasons = failed
    .slice(0, SHOWN_FAILURES)
    .map(([action, { _id, error }]) => `${action} ${_id}: ${error?.type}: ${error?.reason}`);
  throw new BulkError(
    `Elasticsearch refused ${failed.length} of ${items.length} documents: ${reasons.join("; ")}`,
    failed.every(
      ([, { status, error }]) => status === NOT_FOUND && error?.type.startsWith("index_not_found"),
    ),
  );
}

export interface BulkOptions {
  /**
   * Stops between two batches: the server completes one that it has received, even if no one waits for the
   * response.
   */
  signal?: AbortSignal | undefined;
  /** Makes each batch searchable at once, in the same request. */
  refresh?: boolean;
}

/**
 * Writes in order and in bounded batches; not searchable until a refresh. Throws BulkError if a document is
 * refused.
 */
export async function writeBulk(
  client: Client,
  operations: Iterable<BulkOperation>,
  { signal, refresh = false }: BulkOptions = {},
): Promise<void> {
  for (const body of batchesOf(operations)) {
    signal?.throwIfAborted();
    const response = await client.transport.request<{ errors: boolean; items: Record<string, ItemResult>[] }>(
      {
        method: "POST",
        path: "/_bulk",
        bulkBody: body,
        querystring: { filter_path: "errors,items.*._id,items.*.status,items.*.error", refresh },
      },
      { requestTimeout: BULK_TIMEOUT_MS },
    );
    if (response.errors) checkItems(response.items);
  }
}
