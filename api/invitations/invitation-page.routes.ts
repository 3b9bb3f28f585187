import { z } from "zod";
import { acceptInvitation, findInvited } from "../../domain/invitations/accept-invitation.ts";
import { INVITATION_PATH } from "../../domain/invitations/invitation.rules.ts";
import type { Texts } from "../../domain/texts/en.ts";
import { AppError } from "../../platform/errors.ts";
import { defineView } from "../define-schemas.ts";
import { defineRoute, type RawAnswer, type Route, type RouteContext } from "../route.ts";
import { acceptedLanguage } from "../identity/oauth/browser/accepted-language.ts";
import { explainedBy, say, sayWhy, type Message } from "../identity/oauth/browser/page-message.ts";
import { invitationPage, sendPage, showMessage } from "../identity/oauth/browser/pages.ts";
import type { PasswordRouteDeps } from "../identity/password.routes.ts";
import { tokenPage } from "../identity/token-page.ts";

const Name = z.string().trim().min(1).max(200);
const Form = defineView("InvitationForm", {
  name: z.string().max(1_024).optional(),
  new_password: z.string().max(1_024).optional(),
});

const SIGN_IN = { next: { text: ({ signIn }: Texts["pages"]) => signIn.title, href: "/sign-in" } };

/** Also for those who follow the link again after they have created their account. */
const NO_LONGER = showMessage(
  400,
  ({ invitation }) => invitation.unusable,
  say(({ invitation }) => invitation.unusableText),
  SIGN_IN,
);

const WELCOME = showMessage(
  200,
  ({ invitation }) => invitation.ready,
  say(({ invitation }) => invitation.readyText),
  SIGN_IN,
);

interface Shown {
  token: string;
  name?: string;
  problem?: Message;
}

async function showForm(ctx: RouteContext, { token, name, problem }: Shown): Promise<RawAnswer> {
  const email = await findInvited({ ...ctx, actor: null }, token);
  if (email === null) return NO_LONGER;
  const action = `${INVITATION_PATH}?token=${encodeURIComponent(token)}`;
  return (response) =>
    sendPage(response, problem === undefined ? 200 : 400, invitationPage({ action, problem }, email, name));
}

/** The form shows problems that the user can correct; all others require a new invitation. */
function problemOf(error: unknown): Message | null {
  if (!(error instanceof AppError)) throw error;
  if (error.code === "CONFLICT") return null;
  if (error.code !== "VALIDATION_ERROR") throw error;
  if (error.details["field"] !== "password") return null;
  return sayWhy(explainedBy(error, "error"), ({ invitation }, why) => invitation.passwordRefused(why));
}

async function answerForm(
  ctx: RouteContext,
  deps: PasswordRouteDeps,
  { token, name: typed, password }: { token: string; name: string; password: string },
): Promise<RawAnswer> {
  const name = Name.safeParse(typed);
  const language = acceptedLanguage(ctx.request);
  if (!name.success)
    return showForm(ctx, { token, name: typed, problem: say(({ invitation }) => invitation.noName) });
  try {
    // Changes may have to be rolled back even though the page is answered.
    await ctx.em.transactional((em) =>
      acceptInvitation({ ...ctx, ...deps, em, actor: null }, { token, name: name.data, password, language }),
    );
    return WELCOME;
  } catch (error) {
    const problem = problemOf(error);
    return problem === null ? NO_LONGER : showForm(ctx, { token, name: name.data, problem });
  }
}

const common = tokenPage(INVITATION_PATH);

/** Where the link of an invitation leads: a page that needs no script. */
export const createInvitationPageRoutes = (deps: PasswordRouteDeps): Route[] => [
  defineRoute({
    ...common,
    method: "get",
    summary: "Page: accept an invitation",
    act: (ctx, { query }) => showForm(ctx, query),
  }),
  defineRoute({
    ...common,
    method: "post",
    summary: "Form post of the page: create the account that the invitation offers",
    form: true,
    body: Form,
    throttle: () => null,
    act: (ctx, { query, body }) =>
      answerForm(ctx, deps, {
        token: query.token,
        name: body.name ?? "",
        password: body.new_password ?? "",
      }),
  }),
];
