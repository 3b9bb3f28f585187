import { expect, test } from "@jest/globals";
import type { Response } from "express";
import { writeAuthorizationError } from "../../api/identity/oauth/browser/authorization-error.ts";
import { writeProviderError } from "../../api/identity-providers/provider-error.ts";
import { AppError, unavailable } from "../../platform/errors.ts";
import { toAppError, type ErrorWriter } from "../../platform/web/answer-errors.ts";

/** The page that a writer sends. */
function pageOf(write: ErrorWriter, error: AppError, language = "en"): string {
  let page = "";
  const response = {
    locals: { requestId: "0190-request" },
    req: { acceptsLanguages: () => language },
    vary: () => response,
    set: () => response,
    status: () => response,
    type: () => response,
    send: (html: string) => void (page = html),
  };
  write(response as unknown as Response, error);
  return page;
}

test.each([
  ["signing in at an identity provider", writeProviderError(() => undefined)],
  ["authorizing an application", writeAuthorizationError],
])(
  "a failure while %s shows the request id, and a known reason instead where there is one",
  (_what, write) => {
    const page = pageOf(write, new AppError("INTERNAL_ERROR", "a secret of the program"));
    expect(page).toContain("report the request id 0190-request");
    expect(page).not.toContain("a secret");
    expect(pageOf(write, unavailable("Storage is full"))).toContain("Storage is full");
    const known = toAppError(Object.assign(new Error("no space"), { code: "ENOSPC" }));
    expect(pageOf(write, known, "de")).toContain("<p>Der Speicher ist voll: Wenden Sie sich");
    expect(pageOf(write, unavailable("Not translated"), "de")).toContain(`<p lang="en">Not translated</p>`);
  },
);
