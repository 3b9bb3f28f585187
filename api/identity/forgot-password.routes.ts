import { z } from "zod";
import { requestReset } from "../../domain/identity/password-reset.commands.ts";
import { FORGOT_PATH } from "../../domain/identity/password-reset.rules.ts";
import { open } from "../access.ts";
import { defineRoute, type RawAnswer, type Route, type RouteContext } from "../route.ts";
import { writeAuthorizationError } from "./oauth/browser/authorization-error.ts";
import { createBrowserCookies } from "./oauth/browser/browser-cookie.ts";
import { showForm } from "./oauth/browser/page-behind-sign-in.ts";
import { say, type Message } from "./oauth/browser/page-message.ts";
import { forgotPasswordPage, showMessage } from "./oauth/browser/pages.ts";
import { checkFormToken, type BrowserDeps } from "./oauth/browser/sign-in.ts";
import type { OauthDeps } from "./oauth/token-request.ts";
import type { PasswordRouteDeps } from "./password.routes.ts";
import { defineView } from "../define-schemas.ts";

type PageDeps = Pick<BrowserDeps, "cookies"> & Pick<PasswordRouteDeps, "withoutMail">;

const page = { address: FORGOT_PATH };
const Email = z.email().max(254);
const Form = defineView("ForgotPasswordForm", {
  csrf: z.string().max(100).optional(),
  email: z.string().max(254).optional(),
});

const show = (ctx: RouteContext, deps: PageDeps, problem?: Message): RawAnswer =>
  showForm(deps, page, deps.cookies.read(ctx), forgotPasswordPage, { problem });

/** Gives the same response whether or not the account exists. */
async function answerForm(
  ctx: RouteContext,
  deps: PageDeps,
  { csrf, email }: z.infer<typeof Form>,
): Promise<RawAnswer> {
  checkFormToken(deps, deps.cookies.read(ctx), page.address, csrf);
  const address = Email.safeParse(email);
  if (!address.success)
    return show(
      ctx,
      deps,
      say(({ forgotPassword }) => forgotPassword.noAddress),
    );
  await requestReset({ ...ctx, actor: null }, address.data);
  if (deps.withoutMail)
    return showMessage(
      200,
      ({ forgotPassword }) => forgotPassword.notSent,
      say(({ forgotPassword }) => forgotPassword.notSentText),
    );
  return showMessage(
    200,
    ({ forgotPassword }) => forgotPassword.sent,
    say(({ forgotPassword }) => forgotPassword.sentText),
  );
}

const common = {
  path: FORGOT_PATH,
  access: open("people who forgot their password cannot sign in"),
  answer: "raw",
  produces: "text/html",
  writeError: writeAuthorizationError,
} as const;

/** The "forgot password" page linked from the sign-in page; works without scripts. */
export function createForgotPasswordRoutes({
  rotationKey,
  tokens,
  withoutMail,
}: OauthDeps & Pick<PasswordRouteDeps, "withoutMail">): Route[] {
  const deps = { cookies: createBrowserCookies(rotationKey, tokens.issuer), withoutMail };
  return [
    defineRoute({
      ...common,
      method: "get",
      summary: "Page: request a password reset link",
      act: async (ctx) => show(ctx, deps),
    }),
    defineRoute({
      ...common,
      method: "post",
      summary: "Form post of the page: send the reset link. The answer is the same for unknown addresses",
      form: true,
      body: Form,
      throttle: ({ body }) => body.email ?? null,
      act: (ctx, { body }) => answerForm(ctx, deps, body),
    }),
  ];
}
