import { randomBytes } from "node:crypto";
import { secretHash } from "../secret-hash.ts";
import type { Invitation } from "./invitation.entity.ts";

/** A token that exists in this answer only. The link before it stops working. */
export function issueToken(invitation: Invitation): string {
  const token = randomBytes(32).toString("base64url");
  invitation.hash = secretHash(token);
  return token;
}
