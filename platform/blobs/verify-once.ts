import { LRUCache } from "lru-cache";
import { createFairSlots } from "../concurrency/fair-slots.ts";
import type { BlobStore } from "./blobs.ts";
import { isIntact, type ExpectedBlob } from "./is-intact.ts";
import { BlobChanged } from "./verified.ts";

interface Judge {
  /** Whether a version of a blob has the hash. Anything but a yes is forgotten: the next reading may differ. */
  verdicts: LRUCache<string, Promise<boolean>>;
  judge: (blob: ExpectedBlob) => Promise<boolean>;
}

const KEPT = { max: 10_000 };
/** Reading whole files must not crowd out the requests of others. */
const SLOTS = { what: "downloads", slots: 2, waitingEach: 100, waitMs: 30_000 };

const judges = new WeakMap<BlobStore, Judge>();

function judgeOf(blobs: BlobStore): Judge {
  const slots = createFairSlots(SLOTS);
  const judge = (blob: ExpectedBlob) => slots.run(blob.key, () => isIntact(blobs, blob));
  return { verdicts: new LRUCache<string, Promise<boolean>>(KEPT), judge };
}

/**
 * Throws BlobChanged if the stored bytes are not those of the hash, before a part of them is sent. Each
 * intact version of a blob is read once in a process.
 */
export async function verifyOnce(blobs: BlobStore, blob: ExpectedBlob, version: string): Promise<void> {
  const known = judges.get(blobs) ?? judgeOf(blobs);
  judges.set(blobs, known);
  const name = `${blob.key} ${blob.sha256} ${version}`;
  const verdict = known.verdicts.get(name) ?? known.judge(blob);
  known.verdicts.set(name, verdict);
  const matches = await verdict.catch((error: unknown) => {
    known.verdicts.delete(name);
    throw error;
  });
  if (matches) return;
  known.verdicts.delete(name);
  throw new BlobChanged(blob.key);
}
