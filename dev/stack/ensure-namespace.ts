import { Connection } from "@temporalio/client";
import { msToTs } from "@temporalio/common/lib/time.js";
import { SEARCH_ATTRIBUTES } from "../../platform/temporal/search-attributes.ts";

const RETENTION = msToTs("30 days");
const CALL_MS = 10_000;
const NOT_FOUND = 5;
/** temporal.api.enums.v1.IndexedValueType */
const INDEXED_VALUE_TYPES = { Keyword: 2, Int: 3 } as const;

const isNotFound = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === NOT_FOUND;

async function ensureRetention({ workflowService }: Connection, namespace: string): Promise<void> {
  try {
    const { config } = await workflowService.describeNamespace({ namespace });
    if (Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) >= Number(RETENTION.seconds)) return;
    await workflowService.updateNamespace({
      namespace,
      config: { workflowExecutionRetentionTtl: RETENTION },
    });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: RETENTION });
  }
}

async function ensureSearchAttributes({ operatorService }: Connection, namespace: string): Promise<void> {
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  const missing = Object.entries(SEARCH_ATTRIBUTES).filter(([name]) => !(name in (customAttributes ?? {})));
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(
    missing.map(([name, type]) => [name, INDEXED_VALUE_TYPES[type]]),
  );
  await operatorService.addSearchAttributes({ namespace, searchAttributes });
}

/**
 * Makes sure that Temporal has the product's namespace, keeps closed workflows for 30 days and has the search
 * attributes.
 */
export async function ensureNamespace(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: CALL_MS });
  try {
    await connection.withDeadline(Date.now() + CALL_MS, async () => {
      await ensureRetention(connection, namespace);
      await ensureSearchAttributes(connection, namespace);
    });
  } finally {
    await connection.close();
  }
}
