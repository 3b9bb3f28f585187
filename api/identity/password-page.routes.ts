import { z } from "zod";
import { isResetValid, resetPassword } from "../../domain/identity/password-reset.commands.ts";
import { FORGOT_PATH } from "../../domain/identity/password-reset.rules.ts";
import { AppError } from "../../platform/errors.ts";
import { defineRoute, type RawAnswer, type Route, type RouteContext } from "../route.ts";
import { explainedBy, say, sayWhy, type Message } from "./oauth/browser/page-message.ts";
import { newPasswordPage, sendPage, showMessage } from "./oauth/browser/pages.ts";
import type { PasswordRouteDeps } from "./password.routes.ts";
import { tokenPage } from "./token-page.ts";
import { defineView } from "../define-schemas.ts";

const PATH = "/reset-password";

const Form = defineView("NewPasswordForm", { new_password: z.string().max(1_024).optional() });

/** A link that was used or has expired needs no form: only a new one helps. */
const SPENT = showMessage(
  400,
  ({ newPassword }) => newPassword.spent,
  say(({ newPassword }) => newPassword.spentText),
  { next: { text: ({ newPassword }) => newPassword.again, href: FORGOT_PATH } },
);

const SET = showMessage(
  200,
  ({ newPassword }) => newPassword.isSet,
  say(({ newPassword }) => newPassword.isSetText),
  { next: { text: ({ signIn }) => signIn.title, href: "/sign-in" } },
);

async function showForm(ctx: RouteContext, token: string, problem?: Message): Promise<RawAnswer> {
  if (!(await isResetValid({ ...ctx, actor: null }, token))) return SPENT;
  const action = `${PATH}?token=${encodeURIComponent(token)}`;
  return (response) =>
    sendPage(response, problem === undefined ? 200 : 400, newPasswordPage({ action, problem }));
}

async function answerForm(
  ctx: RouteContext,
  deps: PasswordRouteDeps,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<RawAnswer> {
  try {
    await resetPassword({ ...ctx, ...deps, actor: null }, { token, newPassword });
    return SET;
  } catch (error) {
    if (!(error instanceof AppError && error.code === "VALIDATION_ERROR")) throw error;
    const problem = sayWhy(explainedBy(error, "error"), (pages, why) => pages.newPassword.refused(why));
    return showForm(ctx, token, problem);
  }
}

const common = tokenPage(PATH);

/** The page that password links open; works without scripts. */
export const createPasswordPageRoutes = (deps: PasswordRouteDeps): Route[] => [
  defineRoute({
    ...common,
    method: "get",
    summary: "Page: set a new password",
    act: (ctx, { query }) => showForm(ctx, query.token),
  }),
  defineRoute({
    ...common,
    method: "post",
    summary: "Form post of the page: set the new password",
    form: true,
    body: Form,
    throttle: () => null,
    act: (ctx, { query, body }) =>
      answerForm(ctx, deps, { token: query.token, newPassword: body.new_password ?? "" }),
  }),
];
