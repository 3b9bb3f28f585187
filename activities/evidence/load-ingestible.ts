import type { SystemContext } from "../../domain/context.ts";
import type { Evidence } from "../../domain/evidence/evidence.entity.ts";
import { findIngestible } from "../../domain/evidence/ingestion.commands.ts";
import { withdrawn } from "../withdrawn.ts";

/** The evidence, or the failure "Withdrawn" if it was deleted or replaced. */
export async function loadIngestible(ctx: SystemContext, id: string): Promise<Evidence> {
  const evidence = await findIngestible(ctx, id);
  if (evidence === null) throw withdrawn("The evidence was deleted or replaced");
  return evidence;
}

/**
 * The evidence if it has not changed since `revision`, otherwise the failure "Withdrawn": a later refresh
 * processes everything.
 */
export async function loadRevision(ctx: SystemContext, id: string, revision: number): Promise<Evidence> {
  const evidence = await loadIngestible(ctx, id);
  if (evidence.revision !== revision) throw overtaken();
  return evidence;
}

export const overtaken = () => withdrawn("The evidence has changed again");
