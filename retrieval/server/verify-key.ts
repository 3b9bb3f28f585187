import type { Request } from "express";
import { z } from "zod";
import { forbidden, invalid, unauthorized, unavailable, type AppError } from "../../platform/errors.ts";
import { tokenProblemOf } from "../../platform/web/bearer-challenge.ts";
import { fetchBackend } from "./fetch-backend.ts";
import { Role, type SearchCaller } from "./verify-token.ts";

const DEADLINE_MS = 2_000;
const ProfileAnswer = z.object({
  success: z.literal(true),
  data: z.object({ id: z.string().min(1), role: Role }),
});

/** The caller of an API key. */
export type VerifyKey = (request: Request, key: string) => Promise<SearchCaller>;

const UNVERIFIED = "API keys cannot be verified now: try again shortly";

/**
 * The forwarded addresses, for keys restricted to addresses; the backend trusts as many hops as configured.
 */
const forwardedFor = (request: Request): string =>
  [request.get("x-forwarded-for"), request.socket.remoteAddress].filter(Boolean).join(", ");

async function profileOf(response: Response): Promise<{ id: string; role: SearchCaller["role"] }> {
  try {
    return ProfileAnswer.parse(await response.json()).data;
  } catch (cause) {
    throw unavailable(UNVERIFIED, { cause });
  }
}

function refusalOf({ status, headers }: Response): AppError {
  if (status === 401) return unauthorized("The API key is not valid");
  if (status === 403)
    return forbidden("The API key may not be used for this, from this address or at this time", {
      tokenProblem: tokenProblemOf(headers.get("www-authenticate")),
    });
  return unavailable(UNVERIFIED, { cause: new Error(`The backend answered ${status}`) });
}

/**
 * Requests the owner of the key from the backend, with the same header: only the backend knows whether the
 * key is valid here and now. Nothing is cached, so a revoked key stops working at once. Throws
 * VALIDATION_ERROR if there is a token too, UNAUTHORIZED, FORBIDDEN, and SERVICE_UNAVAILABLE without a clear
 * answer.
 */
export function createVerifyKey(backendUrl: string): VerifyKey {
  const profile = new URL("/api/v1/auth/profile", backendUrl);
  return async (request, key) => {
    if (request.get("authorization") !== undefined)
      throw invalid({ field: "X-API-Key", error: "send either X-API-Key or Authorization, not both" });
    const credentials = { "x-api-key": key, "x-forwarded-for": forwardedFor(request) };
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const response = await fetchBackend(profile, { headers: credentials, signal }).catch((error: unknown) => {
      throw unavailable(UNVERIFIED, { cause: error });
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw refusalOf(response);
    }
    const { id, role } = await profileOf(response);
    return { userId: id, role, credentials };
  };
}
