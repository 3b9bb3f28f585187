import type { Request } from "express";
import { forbidden } from "../../platform/errors.ts";
import type { VerifyKey } from "./verify-key.ts";
import type { SearchCaller, VerifyToken } from "./verify-token.ts";

/** How each kind of credential is verified. */
export interface Verifiers {
  verifyToken: VerifyToken;
  verifyKey: VerifyKey;
}

/**
 * The caller, by the credential alone. Headers added by a gateway may repeat it; a different value is forged:
 * 403.
 */
export async function identify(
  request: Request,
  { verifyToken, verifyKey }: Verifiers,
): Promise<SearchCaller> {
  const key = request.get("x-api-key");
  const caller = await (key === undefined
    ? verifyToken(request.get("authorization"))
    : verifyKey(request, key));
  const [userId, role] = [request.get("x-user-id"), request.get("x-user-role")];
  if ((userId !== undefined && userId !== caller.userId) || (role !== undefined && role !== caller.role))
    throw forbidden("X-User-Id or X-User-Role does not match the credential");
  return caller;
}

/** Refuses a body with another user than the credential's. */
export function refuseOtherUser(caller: SearchCaller, userId: string): void {
  if (userId !== caller.userId) throw forbidden("user_id does not match the credential");
}
