import type { EntityManager } from "@mikro-orm/postgresql";
import { AppError } from "../../platform/errors.ts";
import { queryRows } from "../../platform/query-rows.ts";
import { recountControls } from "../controls/control.commands.ts";
import type { CommandContext } from "../context.ts";
import type { Evidence } from "./evidence.entity.ts";

/** What the files of a project may take. */
export interface Keeping {
  /** Puts the file where evidence lies; it may take its time. */
  store: () => Promise<void>;
  /** Bytes that the files of a project may have together; 0 for any number. */
  projectBytes: number;
}

const USED = `select coalesce(sum(file_size), 0)::float8 as used from evidence where project_id = $1`;

/** The files as they were uploaded, also of replaced versions and of what is being deleted: their bytes are still there. */
export async function bytesOfProject({ em }: { em: EntityManager }, projectId: string): Promise<number> {
  const [row] = await queryRows<{ used: number }>(em, { sql: USED, parameters: [projectId] });
  return row?.used ?? 0;
}

function refuse(used: number, size: string, limit: number): never {
  const error = `the files of the project have ${used} of ${limit} bytes, and this one has ${size}`;
  throw new AppError(
    "VALIDATION_ERROR",
    `There is no room: ${error}. Delete evidence that nobody needs, or have an administrator raise PROJECT_STORAGE_BYTES`,
    // Not 507, which is tried again: it stays so until somebody makes room.
    { status: 413, details: { field: "file", error, used_bytes: used, limit_bytes: limit } },
  );
}

/** Room for a file that is still on its way. */
export interface FileRoom {
  bytes: number;
  /** For one that has at least so many bytes. */
  refuse: (atLeast: number) => never;
}

export async function roomInProject(
  ctx: { em: EntityManager },
  projectId: string,
  limit: number,
): Promise<FileRoom | null> {
  if (limit === 0) return null;
  const used = await bytesOfProject(ctx, projectId);
  return {
    bytes: Math.max(0, limit - used),
    refuse: (atLeast) => refuse(used, `at least ${atLeast}`, limit),
  };
}

async function requireRoom(ctx: CommandContext, evidence: Evidence, limit: number): Promise<void> {
  if (limit === 0) return;
  const used = (await bytesOfProject(ctx, evidence.project.id)) - evidence.fileSize;
  if (used + evidence.fileSize > limit) refuse(used, String(evidence.fileSize), limit);
}

/** The last steps of new evidence whose row is made: its file, and the figures of its project. */
export async function keepFile(
  ctx: CommandContext,
  evidence: Evidence,
  { store, projectBytes }: Keeping,
): Promise<void> {
  await ctx.em.flush();
  await requireRoom(ctx, evidence, projectBytes);
  await store();
  await recountControls(ctx, evidence.project.id, [evidence]);
  // From here on other uploads wait for this one, so that two that fit alone are not both taken.
  await requireRoom(ctx, evidence, projectBytes);
}
