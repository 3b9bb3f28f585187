import { AccessDenied } from "../../domain/access/access-denied.ts";
import type { Actor } from "../../domain/actor.ts";
import { AppError } from "../../platform/errors.ts";
import type { Logger } from "../../platform/logger.ts";

/** The call that was refused, as the log names it. */
export interface RefusedCall {
  requestId: string;
  /** Method and path as the route states them. */
  route: string;
  actor: Actor | null;
}

/** What the log says of a denial; null when the error is something else. */
function denialOf(error: unknown): object | null {
  if (!(error instanceof AppError)) return null;
  if (error.cause instanceof AccessDenied) {
    const { action, refusal, resourceId } = error.cause;
    return { action, because: refusal.because, rule: refusal.rule, resource: resourceId };
  }
  return error.code === "FORBIDDEN" ? { because: "refusal", rule: error.message } : null;
}

/**
 * Every denial passes here and leaves one line: who wanted to do what to which row, and the part of the rule that said no, as
 * data. Callers learn less: that a row exists is no business of theirs. Throws what was thrown.
 */
export const logDenials =
  (logger: Logger, { requestId, route, actor }: RefusedCall) =>
  (error: unknown): never => {
    const denial = denialOf(error);
    if (denial !== null) {
      const caller = actor && {
        actor: actor.id,
        role: actor.role,
        apiKey: actor.apiKeyId,
        scopes: actor.scopes,
      };
      logger.info({ requestId, route, answer: (error as AppError).code, ...caller, ...denial }, "denied");
    }
    throw error;
  };
