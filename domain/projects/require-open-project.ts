import type { CommandContext } from "../context.ts";
import { lockProject } from "./lock-project.ts";

/**
 * Until the transaction ends the project is neither archived nor deleted; CONFLICT when it is archived. Before any lock on
 * what is in it, so that no two wait for each other.
 */
export async function requireOpenProject(ctx: CommandContext, { id }: { id: string }): Promise<void> {
  (await lockProject(ctx, id, "shared")).requireOpen();
}
