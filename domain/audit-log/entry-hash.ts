import { hash } from "node:crypto";
import { type ChainedFields, canonicalJson } from "./audit-chain.rules.ts";

/** SHA-256 over the canonical JSON of an entry, including the previous hash. */
export const entryHash = (fields: ChainedFields): string => hash("sha256", canonicalJson(fields));
