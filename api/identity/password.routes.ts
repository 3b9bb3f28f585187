import { z } from "zod";
import { changePassword, type Passwords } from "../../domain/identity/password.commands.ts";
import { may } from "../access.ts";
import { defineRoute, type Route } from "../route.ts";
import { loadOwnSession } from "./own-session.ts";

export interface PasswordRouteDeps {
  passwords: Passwords;
}

const PATH = "/api/v1/auth/password";
const service = "identity";

/** How long it may be is for the rules to say, in their words. */
const Password = z.string().min(1).max(1_024);
const ChangeBody = z.strictObject({ current_password: Password, new_password: Password });

const change = (deps: PasswordRouteDeps): Route =>
  defineRoute({
    method: "post",
    path: PATH,
    service,
    summary: "Change the caller's own password; every other session of theirs ends at once",
    access: may("signIn.change"),
    body: ChangeBody,
    throttle: (_input, actor) => actor.id,
    message: "The password was changed",
    load: loadOwnSession,
    act: (ctx, { body }, session) =>
      changePassword(
        { ...ctx, ...deps },
        { session: session!, currentPassword: body.current_password, newPassword: body.new_password },
      ),
  });

export const createPasswordRoutes = (deps: PasswordRouteDeps): Route[] => [change(deps)];
