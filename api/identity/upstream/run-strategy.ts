import type { Request, RequestHandler } from "express";
import passport, { type Strategy } from "passport";
import type { UpstreamIdentity } from "../../../domain/upstream/upstream-account.rules.ts";
import type { RawAnswer } from "../../route.ts";

// Neither users nor trips are kept in a session.
const authenticator = new passport.Passport();
const OPTIONS = { session: false };

/** Sends the browser to the provider. */
export const sendUpstream =
  (strategy: Strategy): RawAnswer =>
  (response) =>
    new Promise((resolve, reject) => {
      response.once("close", resolve);
      const handle = authenticator.authenticate(strategy, OPTIONS) as RequestHandler;
      void handle(response.req, response, reject);
    });

/** Who came back from the provider; null when it, or the person, said no. Throws what the strategy found wrong. */
export const identify = (strategy: Strategy, request: Request): Promise<UpstreamIdentity | null> =>
  new Promise((resolve, reject) => {
    const done = (error: Error | null, identity?: unknown): void =>
      error === null ? resolve((identity || null) as UpstreamIdentity | null) : reject(error);
    const handle = authenticator.authenticate(strategy, OPTIONS, done) as RequestHandler;
    void handle(request, request.res!, reject);
  });
