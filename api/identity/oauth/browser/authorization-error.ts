import type { Response } from "express";
import type { AppError } from "../../../../platform/errors.ts";
import type { ErrorWriter } from "../../../../platform/web/answer-errors.ts";
import { quotable } from "../../../../platform/web/bearer-challenge.ts";
import type { OauthErrorName } from "../../../../domain/identity/oauth-problem.rules.ts";
import { OauthError } from "../oauth-error.ts";
import { say } from "./page-message.ts";
import { failureText, messagePage, sendPage } from "./pages.ts";

export interface AnswerAddress {
  redirectUri: string;
  state: string | null;
  issuer: string;
}

/**
 * The redirect URI exactly as registered, with the response parameters appended to its query; `iss` follows
 * RFC 9207.
 */
export function answerLocation(
  { redirectUri, state, issuer }: AnswerAddress,
  answer: Record<string, string>,
): string {
  const query = new URLSearchParams({ ...answer, ...(state === null ? {} : { state }), iss: issuer });
  const glue = redirectUri.includes("?") ? (/[?&]$/.test(redirectUri) ? "" : "&") : "?";
  return `${redirectUri}${glue}${query.toString()}`;
}

/** An error that is reported to the application through the browser. */
export class AuthorizationError extends OauthError {
  readonly location: string;

  constructor(to: AnswerAddress, error: OauthErrorName, description: string) {
    super(error, description);
    this.name = "AuthorizationError";
    this.location = answerLocation(to, { error, error_description: quotable(description) });
  }
}

/** Reports an error to the application if that is safe, otherwise to the user. */
export const writeAuthorizationError: ErrorWriter = Object.assign(
  (response: Response, error: AppError) => {
    if (error instanceof AuthorizationError) {
      // After a form, 303: no browser may send it to the application (RFC 9700, 4.12).
      const status = response.req.method === "POST" ? 303 : 302;
      response.set("Cache-Control", "no-store").redirect(status, error.location);
      return;
    }
    const text =
      error.code === "RATE_LIMITED" ? say(({ failure }) => failure.tooMany) : failureText(response, error);
    sendPage(
      response,
      error.status,
      messagePage(({ failure }) => failure.title, text),
    );
  },
  { mediaType: "text/html" },
);
