import type { Request } from "express";
import { z } from "zod";
import { forbidden, invalid, unauthorized, unavailable } from "../../platform/errors.ts";
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

function parseProfile(body: unknown): { id: string; role: SearchCaller["role"] } {
  const parsed = ProfileAnswer.safeParse(body);
  if (!parsed.success) throw unavailable(UNVERIFIED, { cause: parsed.error });
  return parsed.data.data;
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
    const body: unknown = await response.json().catch(() => null);
    if (response.status === 401) throw unauthorized("The API key is not valid");
    if (response.status === 403)
      throw forbidden("The API key may not be used for this, from this address or at this time", {
        tokenProblem: tokenProblemOf(response.headers.get("www-authenticate")),
      });
    if (response.status !== 200) throw unavailable(UNVERIFIED);
    const { id, role } = parseProfile(body);
    return { userId: id, role, credentials };
  };
}
