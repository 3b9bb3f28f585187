import type { Request } from "express";
import type { Actor } from "../../domain/actor.ts";

/** The verified credentials of a request. */
export interface AuthenticatedCaller {
  actor: Actor;
  /** The session of the token; empty for an API key. */
  sessionId: string;
}

/** The subject that a request counts for. */
export interface RateSubject {
  name: string;
  /** Limits of the credential that are stricter than the gateway's. */
  limits?: { perMinute?: number | undefined; perHour?: number | undefined } | undefined;
}

export interface Authenticator {
  /**
   * The subject of a correctly signed token or an existing key, without checking that it is still valid; null
   * without one. For rate limits.
   */
  subjectOf(request: Request): Promise<RateSubject | null>;
  /** The caller, or UNAUTHORIZED. */
  authenticate(request: Request): Promise<AuthenticatedCaller>;
  /** The caller's current state in the database, never cached; or UNAUTHORIZED. */
  authenticateAgain(request: Request): Promise<AuthenticatedCaller>;
}
