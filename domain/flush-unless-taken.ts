import { UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import type { AppError } from "../platform/errors.ts";
import type { QueryContext } from "./context.ts";

/** Writes everything. If another request has just written a row with the same unique value, throws `taken`. */
export async function flushUnlessTaken(
  { em }: Pick<QueryContext, "em">,
  taken: () => AppError,
): Promise<void> {
  await em.flush().catch((error: unknown) => {
    throw error instanceof UniqueConstraintViolationException ? taken() : error;
  });
}
