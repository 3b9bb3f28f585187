import { z } from "zod";
import { type TokenProblem, forbidden, unavailable } from "../../platform/errors.ts";
import type { Logger } from "../../platform/logger.ts";
import { signalWithin } from "../../platform/signal-within.ts";
import { tokenProblemOf } from "../../platform/web/bearer-challenge.ts";
import { fetchBackend } from "./fetch-backend.ts";
import type { SearchCaller } from "./verify-token.ts";

/** The limit for all requests of one access check. */
const DEADLINE_MS = 2_000;
/** Temporary refusals, which say nothing about the caller's rights. */
const NOT_NOW = new Set([408, 425, 429]);
const LONGEST_RETRY_AFTER = 3_600;

/** The backend's views of a project for each role; a 200 from any of them grants access. */
const VIEWS: Record<SearchCaller["role"], readonly string[]> = {
  auditor: ["auditor"],
  customer: ["customer"],
  manager: ["customer"],
  admin: ["customer", "auditor"],
};

const ProjectAnswer = z.object({ success: z.literal(true), data: z.object({ id: z.string() }) });

/** An access check: the request's id for the log, and the signal of its caller's disconnect. */
export interface AccessRequest {
  id: string;
  signal?: AbortSignal;
}

/**
 * Resolves if the caller may see the project. Throws FORBIDDEN if the backend refuses, SERVICE_UNAVAILABLE
 * without a reliable answer, and the signal's reason if the caller disconnected.
 */
export type CheckAccess = (caller: SearchCaller, projectId: string, request: AccessRequest) => Promise<void>;

type Verdict = "granted" | Refusal | NoVerdict;

interface Refusal {
  /** The problem with the token according to the backend, if any. */
  refusedFor: TokenProblem | null;
}

/** Why there is no verdict, and when to retry, if the backend named a time. */
interface NoVerdict {
  cause: unknown;
  retryAfter?: number;
}

const isRefusal = (status: number): boolean => status >= 400 && status < 500 && !NOT_NOW.has(status);

function noVerdictOf(response: Response): NoVerdict {
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  const cause = new Error(`The backend answered ${response.status}`);
  return retryAfter >= 1 && retryAfter <= LONGEST_RETRY_AFTER ? { cause, retryAfter } : { cause };
}

async function verdictOf(response: Response, projectId: string): Promise<Verdict> {
  if (response.status !== 200) {
    await response.body?.cancel();
    if (!isRefusal(response.status)) return noVerdictOf(response);
    return { refusedFor: tokenProblemOf(response.headers.get("www-authenticate")) };
  }
  if (ProjectAnswer.parse(await response.json()).data.id === projectId) return "granted";
  return { cause: new Error("The backend answered for a different project") };
}

/**
 * Requests the project from the backend with the caller's own credentials. Fails closed: only a 200 that
 * contains this very project grants access. Nothing is cached, so a revoked right takes effect at once.
 */
export function createCheckAccess({
  backendUrl,
  logger,
}: {
  backendUrl: string;
  logger: Logger;
}): CheckAccess {
  async function ask(
    view: string,
    { credentials }: SearchCaller,
    projectId: string,
    { id, signal }: Required<AccessRequest>,
  ): Promise<Verdict> {
    const url = new URL(`/api/${view}/projects/${encodeURIComponent(projectId)}`, backendUrl);
    const headers = { ...credentials, "x-request-id": id, accept: "application/json" };
    try {
      return await verdictOf(await fetchBackend(url, { headers, signal }), projectId);
    } catch (cause) {
      return { cause };
    }
  }

  return async (caller, projectId, { id, signal: gone }) => {
    const signal = signalWithin(DEADLINE_MS, gone);
    const about = { requestId: id, projectId, userId: caller.userId };
    let unknown: NoVerdict | null = null;
    let tokenProblem: TokenProblem | null = null;
    for (const view of VIEWS[caller.role]) {
      const verdict = await ask(view, caller, projectId, { id, signal });
      gone?.throwIfAborted();
      if (verdict === "granted") return;
      if ("refusedFor" in verdict) tokenProblem = verdict.refusedFor;
      else {
        unknown = verdict;
        logger.warn({ ...about, view, err: verdict.cause }, "Access to a project could not be checked");
      }
    }
    if (unknown === null) {
      logger.warn(about, "Access to a project denied");
      throw forbidden("You have no access to this project", { tokenProblem });
    }
    const { cause, retryAfter } = unknown;
    throw unavailable("Your access to the project cannot be checked: try again shortly", {
      cause,
      ...(retryAfter !== undefined && { retryAfter }),
    });
  };
}
