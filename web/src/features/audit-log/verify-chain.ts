import {
  EMPTY,
  canonicalJson,
  faultOf,
  type ChainedFields,
  type ChainFault,
  type ChainHead,
  type Json,
} from "../../../../domain/audit-log/audit-chain.rules.ts";
import { entriesOf, type AuditEntry } from "./audit-log.queries.ts";

const PAGE_ENTRIES = 100;

/** The entry as it was hashed: timestamps in microseconds, and the actor's id without the name. */
function hashedOf({ actor: _actor, hash: _hash, ...entry }: AuditEntry): ChainedFields {
  const occurred = entry.occurred_at.replace(/Z$/, "000Z");
  return { ...entry, occurred_at: occurred, data: entry.data as { readonly [name: string]: Json } };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export interface Verified {
  head: ChainHead;
  /** The first entry that was altered, removed or inserted; null if the chain is intact. */
  problem: ChainFault | null;
}

/** Reads the whole log in order and recomputes every hash in the browser, independently of the service. */
export async function verifyChain(
  signal: AbortSignal,
  onProgress: (entries: number) => void,
): Promise<Verified> {
  let head: ChainHead = EMPTY;
  for (let page = 1; ; page += 1) {
    const { entries, pagination } = await entriesOf(page, PAGE_ENTRIES, signal);
    for (const entry of entries) {
      const fields = hashedOf(entry);
      const hash = await sha256(canonicalJson({ ...fields }));
      const problem = faultOf(head, { ...fields, hash: entry.hash }, () => hash);
      if (problem !== null) return { head, problem };
      head = { position: entry.position, hash: entry.hash };
    }
    onProgress(head.position);
    if (page >= pagination.pages) return { head, problem: null };
  }
}
