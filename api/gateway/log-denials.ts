import { AccessDenied } from "../../domain/access/access-denied.ts";
import type { Actor } from "../../domain/actor.ts";
import type { Origin } from "../../domain/context.ts";
import { AppError } from "../../platform/errors.ts";
import type { Logger } from "../../platform/logger.ts";
import { CredentialRefused } from "./credential-refused.ts";
import type { Denial } from "./record-denials.ts";

/** The refused call, as logged. */
export interface RefusedCall {
  origin: Origin;
  /** Method and path of the route. */
  route: string;
  actor: Actor | null;
}

type Refused = Pick<Denial, "action" | "because" | "rule" | "resourceId">;

/** The details of a denial; null for other errors. */
function denialOf(error: unknown): Refused | null {
  if (!(error instanceof AppError)) return null;
  if (error.cause instanceof AccessDenied) {
    const { rule, refusal, resourceId } = error.cause;
    return { action: rule?.action ?? null, because: refusal.because, rule: refusal.rule, resourceId };
  }
  if (error.code !== "FORBIDDEN") return null;
  return { action: null, because: "refusal", rule: error.message, resourceId: null };
}

export interface DenialLogs {
  logger: Logger;
  /** Records the denial in the audit log; must not throw. */
  recordDenial: (denial: Denial) => void;
}

/**
 * Logs every denial with one line and, unless it has one already, an audit entry: caller, action, row, and
 * the part of the rule that refused, as data. Callers learn less, because they must not learn that a row
 * exists. Rethrows the error.
 */
export const logDenials =
  ({ logger, recordDenial }: DenialLogs, { origin, route, actor }: RefusedCall) =>
  (error: unknown): never => {
    const denial = denialOf(error);
    if (denial !== null) {
      const { resourceId: resource, ...rest } = denial;
      const caller = actor && {
        actor: actor.id,
        role: actor.role,
        apiKey: actor.apiKeyId,
        scopes: actor.scopes,
      };
      const { requestId } = origin;
      const answer = (error as AppError).code;
      logger.info({ requestId, route, answer, ...caller, ...rest, resource }, "denied");
      const isRecorded = (error as AppError).cause instanceof CredentialRefused;
      if (!isRecorded) recordDenial({ ...denial, origin, route, actor });
    }
    throw error;
  };
