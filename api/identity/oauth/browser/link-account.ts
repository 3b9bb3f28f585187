import {
  decideLinkRequest,
  findLinkRequest,
} from "../../../../domain/integrations/linked-account.commands.ts";
import type { LinkRequest } from "../../../../domain/integrations/linked-account.entity.ts";
import { LINK_PATH, CHAT_NAMES } from "../../../../domain/integrations/linked-account.rules.ts";
import type { User } from "../../../../domain/users/user.entity.ts";
import type { RawAnswer, RouteContext } from "../../../route.ts";
import {
  addressOf,
  answerSignIn,
  languageFor,
  showPage,
  lockedVisitorOf,
  visitorOf,
  type FormBehindSignIn,
  type PageBehindSignIn,
  type Visitor,
} from "./page-behind-sign-in.ts";
import { say } from "./page-message.ts";
import { linkPage, showMessage } from "./pages.ts";
import type { BrowserDeps } from "./sign-in.ts";

const spent = (): RawAnswer =>
  showMessage(
    404,
    ({ link }) => link.spent,
    say(({ link }) => link.spentText),
  );

const pageOf = (ctx: RouteContext, { kind }: LinkRequest): PageBehindSignIn => ({
  address: addressOf(ctx, LINK_PATH),
  subject: () => CHAT_NAMES[kind],
});

const show = (
  ctx: RouteContext,
  deps: BrowserDeps,
  request: LinkRequest,
  visitor: Visitor,
): Promise<RawAnswer> =>
  showPage(ctx, deps, pageOf(ctx, request), visitor, (frame, { email }) =>
    linkPage(frame, { chat: CHAT_NAMES[request.kind], name: request.displayName, email }),
  );

/** The page on which a chat user links their account. */
export async function showLink(ctx: RouteContext, token: string, deps: BrowserDeps): Promise<RawAnswer> {
  const request = await findLinkRequest(ctx, token);
  return request === null ? spent() : show(ctx, deps, request, await visitorOf(ctx, deps));
}

async function decide(
  ctx: RouteContext,
  request: LinkRequest,
  user: User,
  isAllowed: boolean,
): Promise<RawAnswer> {
  const decision = await decideLinkRequest({ ...ctx, actor: null }, request, { user, isAllowed });
  if (decision === "spent") return spent();
  const options = { language: languageFor(user) };
  if (decision === "declined")
    return showMessage(
      200,
      ({ link }) => link.declined,
      say(({ link }) => link.declinedText),
      options,
    );
  const linked = say(({ link }) =>
    link.linkedText(request.displayName, CHAT_NAMES[request.kind], user.email),
  );
  return showMessage(200, ({ link }) => link.linked, linked, options);
}

/** Handles the user's choice. */
export async function answerLink(
  ctx: RouteContext,
  { token, form }: { token: string; form: FormBehindSignIn },
  deps: BrowserDeps,
): Promise<RawAnswer> {
  const request = await findLinkRequest(ctx, token);
  if (request === null) return spent();
  const signedIn = await answerSignIn(ctx, deps, pageOf(ctx, request), form);
  if (signedIn !== null) return signedIn;
  const visitor = await lockedVisitorOf(ctx, deps);
  if (visitor.user === null) return show(ctx, deps, request, visitor);
  return decide(ctx, request, visitor.user, form.action === "allow");
}
