import type { Request, RequestHandler } from "express";
import passport, { type Strategy } from "passport";
import type { ProviderAnswer } from "../../domain/identity-providers/upstream-account.rules.ts";
import type { RawAnswer } from "../route.ts";
import { responseOf } from "../../platform/web/response-of.ts";

// Neither users nor state are stored in a session.
const authenticator = new passport.Passport();
const OPTIONS = { session: false };

/** Redirects the browser to the provider. */
export const sendToProvider =
  (strategy: Strategy): RawAnswer =>
  (response) =>
    new Promise((resolve, reject) => {
      response.once("close", resolve);
      const handle = authenticator.authenticate(strategy, OPTIONS) as RequestHandler;
      void handle(response.req, response, reject);
    });

/**
 * The user returned by the provider; null if the provider or the user declined. Throws the strategy's errors.
 */
export const identify = (strategy: Strategy, request: Request): Promise<ProviderAnswer | null> =>
  new Promise((resolve, reject) => {
    const done = (error: Error | null, identity?: unknown): void =>
      error === null ? resolve((identity || null) as ProviderAnswer | null) : reject(error);
    const handle = authenticator.authenticate(strategy, OPTIONS, done) as RequestHandler;
    void handle(request, responseOf(request), reject);
  });
