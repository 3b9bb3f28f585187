import { z } from "zod";
import { requestReset, resetPassword } from "../../domain/identity/password-reset.commands.ts";
import { changePassword } from "../../domain/identity/password.commands.ts";
import type { Passwords } from "../../domain/users/new-password.ts";
import { may, open } from "../access.ts";
import { defineRoute, type Route } from "../route.ts";
import { findOwnSession } from "./own-session.ts";
import { defineBody } from "../define-schemas.ts";

export interface PasswordRouteDeps {
  passwords: Passwords;
  /** This installation sends no mail. */
  withoutMail: boolean;
}

const PATH = "/api/v1/auth/password";

/** The password rules check the length and report it in their own message. */
const Password = z.string().min(1).max(1_024);
const ChangeBody = defineBody("ChangePasswordBody", { current_password: Password, new_password: Password });
const ForgotBody = defineBody("ForgotPasswordBody", { email: z.email().max(254) });
const ResetBody = defineBody("ResetPasswordBody", {
  token: z.string().min(1).max(100),
  new_password: Password,
});

const change = (deps: PasswordRouteDeps): Route =>
  defineRoute({
    method: "post",
    path: PATH,
    summary: "Change your own password; all your other sessions end at once",
    access: may("signIn.change"),
    body: ChangeBody,
    throttle: (_input, actor) => actor.id,
    message: "The password was changed",
    load: findOwnSession,
    act: (ctx, { body }, session) =>
      changePassword(
        { ...ctx, ...deps },
        { session: session!, currentPassword: body.current_password, newPassword: body.new_password },
      ),
  });

const MAILED = "If an account with this address exists, we have sent it an e-mail";
const NOT_MAILED =
  "This installation sends no e-mail: ask an administrator for a link. To send e-mail, its operator sets SMTP_URL and MAIL_FROM";

const forgot = ({ withoutMail }: PasswordRouteDeps): Route =>
  defineRoute({
    method: "post",
    path: `${PATH}/forgot`,
    summary: "Send a password reset link by e-mail; the answer is the same for unknown addresses",
    access: open("people who forgot their password cannot sign in"),
    body: ForgotBody,
    throttle: ({ body }) => body.email,
    status: 202,
    message: withoutMail ? NOT_MAILED : MAILED,
    act: (ctx, { body }) => requestReset({ ...ctx, actor: null }, body.email),
  });

const reset = (deps: PasswordRouteDeps): Route =>
  defineRoute({
    method: "post",
    path: `${PATH}/reset`,
    summary: "Set a new password with the token from a reset link; all of the user's sessions end at once",
    access: open("the token is the credential"),
    body: ResetBody,
    throttle: () => null,
    message: "The password was changed: sign in with the new one",
    act: (ctx, { body }) =>
      resetPassword({ ...ctx, ...deps, actor: null }, { token: body.token, newPassword: body.new_password }),
  });

export const createPasswordRoutes = (deps: PasswordRouteDeps): Route[] => [
  change(deps),
  forgot(deps),
  reset(deps),
];
