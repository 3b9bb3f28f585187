import type { Response } from "express";
import { AppError, unavailable } from "../../platform/errors.ts";
import { OutboundError } from "../../platform/http/outbound-error.ts";
import type { ErrorWriter } from "../../platform/web/answer-errors.ts";
import { failureText, messagePage, sendPage } from "../identity/oauth/browser/pages.ts";

/** A failed sign-in, with the page from which to try again. */
export class ProviderError extends AppError {
  readonly returnTo: string;

  constructor({ code, message, status, details, cause }: AppError, returnTo: string) {
    super(code, message, { status, details, cause });
    this.name = "ProviderError";
    this.returnTo = returnTo;
  }
}

/** An error and its causes, which each library wraps differently. */
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

/** The error for the user after a failed sign-in; the cause is logged. */
export function toProviderError(providerName: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const causes = [...chain(error)];
  const values = { provider: providerName };
  if (causes.some((cause) => cause instanceof OutboundError))
    return unavailable(`${providerName} cannot be reached: try again shortly, or sign in another way`, {
      cause: error,
      details: { reason: "provider_unreachable", values },
    });
  if (causes.some(saysInvalidGrant))
    return new AppError(
      "VALIDATION_ERROR",
      `${providerName} says this sign-in was used or has expired: start again`,
      { details: { reason: "provider_grant_spent", values } },
    );
  const message = `The answer from ${providerName} could not be verified: contact your administrator`;
  const details = { reason: "provider_unverified", values };
  return unavailable(message, { status: 502, cause: error, details });
}

/** A page that shows the reason and links back to the start if it is known. Ends the failed sign-in. */
export const writeProviderError = (clear: (response: Response) => void): ErrorWriter =>
  Object.assign(
    (response: Response, error: AppError) => {
      clear(response);
      const next =
        error instanceof ProviderError
          ? { text: ({ back }: { back: string }) => back, href: error.returnTo }
          : undefined;
      const text = failureText(response, error);
      sendPage(
        response,
        error.status,
        messagePage(({ failure }) => failure.notSignedIn, text, next),
      );
    },
    { mediaType: "text/html" },
  );
