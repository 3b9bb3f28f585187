import type { Company } from "./company.ts";
import type { Entry, Ledger } from "./ledger.ts";

export interface World {
  random: () => number;
  company: Company;
  other: Company;
  ledger: Ledger;
  /** Evidence being reviewed or deleted, each by one worker only. */
  taken: Set<string>;
  /** Deleted evidence. */
  gone: Set<string>;
  /** Evidence of the company by the last known state of its ingestion. */
  unread: Map<string, Entry>;
  read: Map<string, Entry>;
  isOver: () => boolean;
}
