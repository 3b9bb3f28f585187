import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../../platform/ids.ts";
import { makePdf } from "../sample-files/make-pdf.ts";
import type { Company } from "./load/company.ts";
import type { Receiver } from "./load/receiver.ts";
import { readingOf } from "./load/searches.ts";
import { formWith } from "../../testkit/form-with.ts";

const READY_MS = 5_000;
const WRITE_MS = 5_000;
const NOTIFIED_WITHIN_MS = 10_000;
/** The administrator, who uploads nothing else, takes turns with the callers of the load. */
const READ_WITHIN_MS = 20_000;
const POLL_MS = 100;
const TITLE = "Is all well?";

async function unreadinessOf(url: string): Promise<string | null> {
  const response = await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(READY_MS) });
  const text = await response.text();
  return response.status === 200 ? null : `/api/ready answers ${response.status} ${text.slice(0, 300)}`;
}

async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`${what} took longer than ${ms / 1_000} s`)), ms).unref();
  });
  return Promise.race([work, late]);
}

/**
 * A write that reaches a webhook: passes through API, database and worker, and Temporal if the first attempt
 * fails.
 */
async function writeAndReceive(
  { auditor, projectIds, hooks }: Company,
  receiver: Receiver,
): Promise<string | null> {
  const body = { project_id: projectIds[0], title: `${TITLE} ${newId()}`, severity: "Info" };
  const answer = await within(WRITE_MS, "a write", auditor.post("/api/findings", body));
  if (answer.status !== 201) return `a write was answered ${answer.status} ${answer.message}`;
  const { id } = answer.data as { id: string };
  const path = hooks[0]!.path;
  for (const end = Date.now() + NOTIFIED_WITHIN_MS; Date.now() < end; await sleep(POLL_MS))
    if (receiver.received.some((one) => one.path === path && one.body.includes(id))) return null;
  return `a webhook got no delivery within ${NOTIFIED_WITHIN_MS / 1_000} s`;
}

async function search({ customer, projectIds }: Company): Promise<string | null> {
  const body = { query: "access review", project_id: projectIds[0], user_id: customer.id };
  const answer = await within(WRITE_MS, "a search", customer.post("/api/v1/retrieval/search", body));
  if (answer.status !== 200) return `a search was answered ${answer.status} ${answer.message}`;
  const reported = answer.data as { degraded: string[] };
  // A query that is not a question need not be reranked.
  const degraded = reported.degraded.filter((part) => part !== "rerank");
  return degraded.length === 0 ? null : `a search was degraded: ${degraded.join(", ")}`;
}

/** An upload that is read: passes through the disk, the worker, its parsers and models, and the index. */
async function uploadAndRead({ admin, projectIds }: Company): Promise<string | null> {
  const bytes = await makePdf({ pages: [[`${TITLE} ${newId()}`]] });
  const form = (): FormData =>
    formWith({ project_id: projectIds[0]!, control_id: "CC6.1", title: TITLE }, { name: "well.pdf", bytes });
  let attempts = 0;
  const request = { method: "POST", path: "/api/v1/evidence", form } as const;
  const outcome = await admin.write(request, () => attempts++ > 0);
  if (outcome.kind !== "acknowledged") return `an upload was answered ${outcome.message}`;
  const { id } = outcome.data as { id: string };
  for (const end = Date.now() + READ_WITHIN_MS; Date.now() < end; await sleep(POLL_MS))
    if ((await readingOf(admin, id)) === "read") return null;
  return `an upload was not read within ${READ_WITHIN_MS / 1_000} s`;
}

/** Why not everything works for callers; null if it does. */
export async function findTrouble(
  urls: readonly string[],
  company: Company,
  receiver: Receiver,
): Promise<string | null> {
  try {
    for (const url of urls) {
      const unready = await unreadinessOf(url);
      if (unready !== null) return unready;
    }
    return (
      (await search(company)) ?? (await writeAndReceive(company, receiver)) ?? (await uploadAndRead(company))
    );
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
