import type { CommandContext } from "../context.ts";
import { lockProject } from "./lock-project.ts";

/**
 * Keeps the project from being archived or deleted until the transaction ends; CONFLICT if it is archived.
 * Call it before locking anything in the project, to avoid deadlocks.
 */
export async function requireOpenProject(ctx: CommandContext, { id }: { id: string }): Promise<void> {
  (await lockProject(ctx, id, "shared")).requireOpen();
}
