import type { EntityManager } from "@mikro-orm/postgresql";
import { AppError } from "../../platform/errors.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import { recountControls } from "../controls/control.commands.ts";
import type { CommandContext } from "../context.ts";
import type { Evidence } from "./evidence.entity.ts";

/** Storing a new file of a project. */
export interface FileStorage {
  /** Moves the file to the blob store; may be slow. */
  store: () => Promise<void>;
  /** Bytes allowed for the files of a project; 0 for no limit. */
  projectBytes: number;
}

const USED = `select coalesce(sum(file_size), 0)::float8 as used from evidence where project_id = $1`;

/** All uploaded files, including replaced versions and those being deleted, whose bytes still exist. */
export async function bytesOfProject({ em }: { em: EntityManager }, projectId: string): Promise<number> {
  const [row] = await queryRows<{ used: number }>(em, { sql: USED, parameters: [projectId] });
  return row?.used ?? 0;
}

function refuse(used: number, size: string, limit: number): never {
  const error = `the project's files use ${used} of ${limit} bytes, and this one has ${size}`;
  throw new AppError(
    "VALIDATION_ERROR",
    `Project storage is full: ${error}. Delete unneeded evidence, or ask an administrator to raise PROJECT_STORAGE_BYTES`,
    // Not 507, which clients retry: it persists until someone frees space.
    { status: 413, details: { field: "file", error, used_bytes: used, limit_bytes: limit } },
  );
}

/** Room for a file that is still being received. */
export interface SpaceLeft {
  bytes: number;
  /** Refuses a file of at least this size. */
  refuse: (atLeast: number) => never;
}

export async function spaceInProject(
  ctx: { em: EntityManager },
  projectId: string,
  limit: number,
): Promise<SpaceLeft | null> {
  if (limit === 0) return null;
  const used = await bytesOfProject(ctx, projectId);
  return {
    bytes: Math.max(0, limit - used),
    refuse: (atLeast) => refuse(used, `at least ${atLeast}`, limit),
  };
}

async function requireSpace(ctx: CommandContext, evidence: Evidence, limit: number): Promise<void> {
  if (limit === 0) return;
  const used = (await bytesOfProject(ctx, evidence.project.id)) - evidence.fileSize;
  if (used + evidence.fileSize > limit) refuse(used, String(evidence.fileSize), limit);
}

/** Completes new evidence whose row exists: stores its file and updates the project's figures. */
export async function storeFile(
  ctx: CommandContext,
  evidence: Evidence,
  { store, projectBytes }: FileStorage,
): Promise<void> {
  await ctx.em.flush();
  await requireSpace(ctx, evidence, projectBytes);
  await store();
  await recountControls(ctx, evidence.project.id, [evidence]);
  // From here on, other uploads wait for this one, so that two uploads cannot use the same space.
  await requireSpace(ctx, evidence, projectBytes);
}
