import { createHash } from "node:crypto";
import type { ChainedFields } from "./audit-chain.rules.ts";
import { canonicalJson } from "./canonical-json.rules.ts";

/** SHA-256 over the canonical JSON of an entry, including the previous hash. */
export const entryHash = (fields: ChainedFields): string =>
  createHash("sha256")
    .update(canonicalJson({ ...fields }))
    .digest("hex");
