import { expect } from "@jest/globals";
import type { AnswerData } from "./answer-types.ts";
import type { ApiClient } from "./api-client.ts";
import { waitFor } from "./wait-for.ts";

type Evidence = AnswerData<"get", `/api/v1/evidence/${string}`>;

const ENDED = new Set(["COMPLETED", "FAILED", "QUARANTINED"]);

/** The evidence once its ingestion has ended, with whatever result. */
export const untilIngestionEnded = (by: ApiClient, id: string, timeoutMs?: number): Promise<Evidence> =>
  waitFor(
    async () => (await by.get(`/api/v1/evidence/${id}`)).data,
    ({ chunking_status: status }) => ENDED.has(status),
    timeoutMs,
  );

/** The evidence once it has been ingested. */
export async function untilIngested(by: ApiClient, id: string, timeoutMs?: number): Promise<Evidence> {
  const evidence = await untilIngestionEnded(by, id, timeoutMs);
  expect(evidence.chunking_status).toBe("COMPLETED");
  return evidence;
}
