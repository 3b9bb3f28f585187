import { z } from "zod";
import { forbidden } from "../../platform/errors.ts";
import type { Logger } from "../../platform/logger.ts";
import type { Caller } from "./verify-token.ts";

const DEADLINE_MS = 2_000;
const RESET_CODES = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** Which of the backend's views of a project speak for a role; any one of them that answers 200 grants. */
const VIEWS: Record<Caller["role"], readonly string[]> = {
  auditor: ["auditor"],
  customer: ["customer"],
  manager: ["customer"],
  admin: ["customer", "auditor"],
};

const ProjectAnswer = z.object({ success: z.literal(true), data: z.object({ id: z.string() }) });

/** Resolves when the caller may see the project; throws FORBIDDEN in every other case, whatever its cause. */
export type CheckAccess = (caller: Caller, projectId: string, requestId: string) => Promise<void>;

const isReset = (error: unknown): boolean =>
  RESET_CODES.has((error as { cause?: { code?: string } } | undefined)?.cause?.code ?? "");

/** A kept-alive connection may die just when it is used again: that, and only that, is tried once more. */
async function askOnceMoreOnReset(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (!isReset(error)) throw error;
    return fetch(url, init);
  }
}

/**
 * Asks the backend for the project with the caller's own credentials. It fails closed: anything but a 200 that carries
 * this very project denies, errors and timeouts included. Nothing is cached, so a right that was taken away is gone at once.
 */
export function createCheckAccess({
  backendUrl,
  logger,
}: {
  backendUrl: string;
  logger: Logger;
}): CheckAccess {
  async function grants(
    view: string,
    caller: Caller,
    projectId: string,
    requestId: string,
  ): Promise<boolean> {
    const url = new URL(`/api/${view}/projects/${encodeURIComponent(projectId)}`, backendUrl);
    try {
      const response = await askOnceMoreOnReset(url, {
        headers: {
          ...caller.credentials,
          "x-request-id": requestId,
          accept: "application/json",
        },
        redirect: "manual",
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      if (response.status !== 200) {
        await response.body?.cancel();
        logger.warn(
          { requestId, view, projectId, userId: caller.userId, status: response.status },
          "Access to a project denied",
        );
        return false;
      }
      return ProjectAnswer.parse(await response.json()).data.id === projectId;
    } catch (err) {
      logger.warn(
        { err, requestId, view, projectId, userId: caller.userId },
        "Access to a project could not be checked; denied",
      );
      return false;
    }
  }

  return async (caller, projectId, requestId) => {
    for (const view of VIEWS[caller.role]) if (await grants(view, caller, projectId, requestId)) return;
    throw forbidden("You have no access to this project");
  };
}
