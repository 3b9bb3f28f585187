import type { Request } from "express";
import type { Actor } from "../../domain/actor.ts";

/** A request's credentials, verified. */
export interface Caller {
  actor: Actor;
  /** Session of the token; empty for an API key. */
  sessionId: string;
}

/** Who a request is counted for. */
export interface RateSubject {
  name: string;
  /** Limits tighter than the gateway's, where the credential carries some. */
  limits?: { perMinute?: number | undefined; perHour?: number | undefined } | undefined;
}

export interface Authenticator {
  /** The subject of a well-signed token or a real key, without asking whether it still lives; null without one. For rate limits. */
  subjectOf(request: Request): Promise<RateSubject | null>;
  /** The caller, or UNAUTHORIZED. */
  authenticate(request: Request): Promise<Caller>;
  /** The caller as the database has them at this moment, however lately that was asked; or UNAUTHORIZED. */
  authenticateAnew(request: Request): Promise<Caller>;
}
