import { z } from "zod";
import { issueReset } from "../../domain/identity/password-reset.commands.ts";
import { resetUrl } from "../../domain/identity/password-reset.rules.ts";
import { resetSecondFactor } from "../../domain/identity/second-factor.commands.ts";
import { loadUser } from "../../domain/users/user.queries.ts";
import { may } from "../access.ts";
import { IdParams, Timestamp } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import { defineView } from "../define-schemas.ts";

interface UserSignInRouteDeps {
  publicUrl: string;
}

const common = {
  access: may("signIn.reset"),
  params: IdParams,
  load: (ctx: RouteContext, { params }: { params: z.infer<typeof IdParams> }) => loadUser(ctx, params.id),
} as const;

const ResetLink = defineView("ResetLink", { reset_url: z.url(), expires_at: Timestamp });

const issueLink = ({ publicUrl }: UserSignInRouteDeps): Route =>
  defineRoute({
    ...common,
    method: "post",
    path: "/api/v1/users/:id/password-reset",
    summary:
      "Create a password reset link for another user. It is returned only once; use it when no e-mail can be sent",
    status: 201,
    answers: { 409: "The user is deactivated" },
    output: ResetLink,
    noStore: true,
    act: (ctx, _input, user) => issueReset(ctx, user),
    present: ({ token, expiresAt }) => ({
      reset_url: resetUrl(publicUrl, token),
      expires_at: expiresAt.toISOString(),
    }),
  });

const removeTotp = defineRoute({
  ...common,
  method: "delete",
  path: "/api/v1/users/:id/totp",
  summary: "Remove a user's second factor, for someone who lost the app and the recovery codes",
  message: "The second factor was removed",
  act: (ctx, _input, user) => resetSecondFactor(ctx, user),
});

export const createUserSignInRoutes = (deps: UserSignInRouteDeps): Route[] => [issueLink(deps), removeTotp];
