import {
  findLinkRequest,
  linkAccount,
  useLinkRequest,
} from "../../../../domain/integrations/linked-account.commands.ts";
import type { LinkRequest } from "../../../../domain/integrations/linked-account.entity.ts";
import { CHAT_NAMES, LINK_PATH } from "../../../../domain/integrations/linked-account.rules.ts";
import type { User } from "../../../../domain/users/user.entity.ts";
import type { RawAnswer, RouteContext } from "../../../route.ts";
import { signInLinks } from "../../upstream/sign-in-links.ts";
import type { BrowserClaims } from "./browser-cookie.ts";
import { linkPage, messagePage, sendPage } from "./pages.ts";
import { checkFormToken, goTo, searchOf, signIn, signInPages, type BrowserDeps } from "./sign-in.ts";

export interface LinkForm {
  csrf?: string | undefined;
  action: "sign-in" | "code" | "switch" | "allow" | "deny";
  email?: string | undefined;
  password?: string | undefined;
  otp?: string | undefined;
}

interface Shown {
  claims: BrowserClaims;
  user: User | null;
  problem?: string | undefined;
}

const purposeOf = (ctx: RouteContext): string => `link:${searchOf(ctx)}`;
const pathOf = (ctx: RouteContext): string => `${LINK_PATH}?${searchOf(ctx)}`;

const requestOf = (ctx: RouteContext): Promise<LinkRequest | null> =>
  findLinkRequest(ctx, new URLSearchParams(searchOf(ctx)).get("token") ?? "");

const message =
  (status: number, title: string, text: string): RawAnswer =>
  (response) =>
    sendPage(response, status, messagePage(title, text));

const spent = (): RawAnswer =>
  message(
    404,
    "This link is not good any more",
    "Ask for a new one in the chat: each works once, for 15 minutes.",
  );

async function showPage(
  ctx: RouteContext,
  deps: BrowserDeps,
  { claims, user, problem }: Shown,
): Promise<RawAnswer> {
  const request = await requestOf(ctx);
  if (request === null) return spent();
  const token = deps.cookies.formToken(claims, purposeOf(ctx));
  const frame = { action: pathOf(ctx), token, problem };
  const chat = CHAT_NAMES[request.kind];
  const links = user === null ? await signInLinks(ctx, frame.action) : [];
  return (response) => {
    deps.cookies.write(response, claims);
    const page =
      user === null
        ? signInPages(claims, frame, chat, links)
        : linkPage(frame, { chat, name: request.displayName, email: user.email });
    sendPage(response, problem === undefined ? 200 : 400, page);
  };
}

/** The page that a person of a chat comes to, to say who they are here. */
export async function showLink(ctx: RouteContext, deps: BrowserDeps): Promise<RawAnswer> {
  const claims = deps.cookies.read(ctx);
  return showPage(ctx, deps, { claims, user: await deps.cookies.userOf(ctx, claims) });
}

async function decide(ctx: RouteContext, user: User, isAllowed: boolean): Promise<RawAnswer> {
  const request = await requestOf(ctx);
  if (request === null || !(await useLinkRequest(ctx, request))) return spent();
  const chat = CHAT_NAMES[request.kind];
  if (!isAllowed) return message(200, "Nothing was linked", "You can close this page.");
  await linkAccount({ ...ctx, actor: null }, { person: request, user });
  return message(200, "Linked", `${request.displayName} of ${chat} acts as ${user.email} from now on.`);
}

/** What the person pressed. */
export async function answerLink(ctx: RouteContext, form: LinkForm, deps: BrowserDeps): Promise<RawAnswer> {
  const claims = deps.cookies.read(ctx);
  checkFormToken(deps, claims, purposeOf(ctx), form.csrf);
  if (form.action === "sign-in" || form.action === "code") {
    const { claims: fresh, problem } = await signIn(ctx, deps, claims, form);
    if (problem === undefined) return goTo(deps, fresh, pathOf(ctx));
    return showPage(ctx, deps, { claims: fresh, user: null, problem });
  }
  if (form.action === "switch") return goTo(deps, deps.cookies.anonymous(ctx), pathOf(ctx));
  const user = await deps.cookies.userOf(ctx, claims);
  if (user === null) return showPage(ctx, deps, { claims, user });
  return decide(ctx, user, form.action === "allow");
}
