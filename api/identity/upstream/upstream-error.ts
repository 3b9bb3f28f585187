import type { Response } from "express";
import { AppError, unavailable } from "../../../platform/errors.ts";
import { OutboundError } from "../../../platform/http/outbound.ts";
import type { ErrorWriter } from "../../../platform/web/answer-errors.ts";
import { messagePage, sendPage } from "../oauth/browser/pages.ts";

/** A sign-in that failed, and the page to start again from. */
export class UpstreamError extends AppError {
  readonly returnTo: string;

  constructor({ code, message, status, details, cause }: AppError, returnTo: string) {
    super(code, message, { status, details, cause });
    this.name = "UpstreamError";
    this.returnTo = returnTo;
  }
}

/** An error and what it was made of: the libraries wrap each in their own way. */
function* chain(error: unknown): Generator<object> {
  for (let next = error; typeof next === "object" && next !== null;) {
    yield next;
    const { cause, oauthError } = next as { cause?: unknown; oauthError?: unknown };
    next = cause ?? oauthError;
  }
}

const saysInvalidGrant = (error: object): boolean =>
  ("error" in error && error.error === "invalid_grant") ||
  ("code" in error && error.code === "invalid_grant");

/** What a failed trip means for the person in front of the browser; the cause is for the log. */
export function toUpstreamError(providerName: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const causes = [...chain(error)];
  if (causes.some((cause) => cause instanceof OutboundError))
    return unavailable(
      `${providerName} cannot be reached at the moment: try again shortly, or sign in another way`,
      error,
    );
  if (causes.some(saysInvalidGrant))
    return new AppError(
      "VALIDATION_ERROR",
      `${providerName} says this sign-in was used or has expired: start again`,
    );
  const message = `What ${providerName} answered cannot be trusted: tell your administrator`;
  return new AppError("SERVICE_UNAVAILABLE", message, { status: 502, cause: error });
}

/** A page that says why, and leads back where that is known. A trip that failed is over. */
export const writeUpstreamError = (clear: (response: Response) => void): ErrorWriter =>
  Object.assign(
    (response: Response, error: AppError) => {
      clear(response);
      const isOurs = error.code === "INTERNAL_ERROR";
      const message = isOurs
        ? "Internal error; quote the request id when you report it. Try again in a moment."
        : error.message;
      const back = error instanceof UpstreamError ? { text: "Back", href: error.returnTo } : undefined;
      sendPage(response, error.status, messagePage("You are not signed in", message, back));
    },
    { mediaType: "text/html" },
  );
