import { isSignInOld } from "../../../../domain/identity/session-actor.rules.ts";
import { languageOf, type Language } from "../../../../domain/texts/language.rules.ts";
import type { User } from "../../../../domain/users/user.entity.ts";
import type { RawAnswer, RouteContext } from "../../../route.ts";
import { signInLinks } from "../../../identity-providers/sign-in-links.ts";
import type { BrowserClaims } from "./browser-cookie.ts";
import type { Message, PageText } from "./page-message.ts";
import {
  codePage,
  sendPage,
  signInPage,
  type FormFrame,
  type TranslatedPage,
  type PageLink,
} from "./pages.ts";
import { checkFormToken, signIn, type BrowserDeps, type SignInForm } from "./sign-in.ts";

/** A page that requires sign-in before it shows anything. */
export interface PageBehindSignIn {
  /** The page's path and query: the target of its forms, and the only page that accepts their tokens. */
  address: string;
  /** What the user signs in to, as shown on the sign-in page. */
  subject: PageText;
  /** The origin of another site to which the form may redirect. */
  leadsTo?: string;
}

/** The visitor's browser. `user` is null if no one has signed in recently: a provider may have remembered a user. */
export interface Visitor {
  claims: BrowserClaims;
  user: User | null;
}

/** The raw query string. */
export const searchOf = (ctx: RouteContext): string => ctx.request.originalUrl.split("?").slice(1).join("?");

/** The address of the page at `path`, so that a form returns with exactly the request it was shown for. */
export function addressOf(ctx: RouteContext, path: string): string {
  const search = searchOf(ctx);
  return search === "" ? path : `${path}?${search}`;
}

async function visitorBy(
  ctx: RouteContext,
  { cookies }: BrowserDeps,
  find: "userOf" | "lockedUserOf",
): Promise<Visitor> {
  const claims = cookies.read(ctx);
  const isRecent = !isSignInOld(claims.authenticatedAt, ctx.clock.now());
  return { claims, user: isRecent ? await cookies[find](ctx, claims) : null };
}

export const visitorOf = (ctx: RouteContext, deps: BrowserDeps): Promise<Visitor> =>
  visitorBy(ctx, deps, "userOf");

/** For answers to forms, which act for the user. */
export const lockedVisitorOf = (ctx: RouteContext, deps: BrowserDeps): Promise<Visitor> =>
  visitorBy(ctx, deps, "lockedUserOf");

/** The language of a user's pages; null if they chose none that we have. */
export const languageFor = ({ preferences }: User): Language | null => languageOf(preferences.language);

interface Outcome {
  problem?: Message | undefined;
  /** If omitted, 200, or 400 if there is a problem. */
  status?: number;
  /** If omitted, the browser's. */
  language?: Language | null;
}

/** Sends the page that `render` makes around the form. */
export function showForm(
  { cookies }: Pick<BrowserDeps, "cookies">,
  { address, leadsTo }: Omit<PageBehindSignIn, "subject">,
  claims: BrowserClaims,
  render: (frame: FormFrame) => TranslatedPage,
  { problem, status = problem === undefined ? 200 : 400, language }: Outcome = {},
): RawAnswer {
  const shown = render({ action: address, token: cookies.formToken(claims, address), problem });
  return (response) => {
    cookies.write(response, claims);
    sendPage(response, status, shown, { origin: leadsTo, language });
  };
}

/** The page for a browser without a signed-in user: asks for the password or the second factor. */
export async function showSignIn(
  ctx: RouteContext,
  deps: BrowserDeps,
  page: PageBehindSignIn,
  claims: BrowserClaims,
  outcome?: Outcome,
): Promise<RawAnswer> {
  const links = (await signInLinks(ctx, page.address)).map(({ name, href }): PageLink => ({
    text: ({ signIn: words }) => words.with(name),
    href,
  }));
  const render = (frame: FormFrame) =>
    claims.awaitsCode ? codePage(frame) : signInPage(frame, page.subject, links);
  return showForm(deps, page, claims, render, outcome);
}

/** The page itself for a visitor who is signed in; the sign-in for others. */
export async function showPage(
  ctx: RouteContext,
  deps: BrowserDeps,
  page: PageBehindSignIn,
  { claims, user }: Visitor,
  render: (frame: FormFrame, user: User) => TranslatedPage,
): Promise<RawAnswer> {
  return user === null
    ? showSignIn(ctx, deps, page, claims)
    : showForm(deps, page, claims, (frame) => render(frame, user), { language: languageFor(user) });
}

/** Redirects to one of our own pages with GET and sets the cookie. */
export const goTo =
  ({ cookies }: BrowserDeps, claims: BrowserClaims, location: string): RawAnswer =>
  (response) => {
    cookies.write(response, claims);
    response.set("Cache-Control", "no-store").redirect(303, location);
  };

export interface FormBehindSignIn extends SignInForm {
  csrf?: string | undefined;
}

/**
 * The response to a form about signing in, or switching users; null if the form is about the page itself.
 * VALIDATION_ERROR for a form from another browser, another request or an ended sign-in.
 */
export async function answerSignIn(
  ctx: RouteContext,
  deps: BrowserDeps,
  page: PageBehindSignIn,
  form: FormBehindSignIn,
): Promise<RawAnswer | null> {
  const claims = deps.cookies.read(ctx);
  checkFormToken(deps, claims, page.address, form.csrf);
  if (form.action === "switch") return goTo(deps, deps.cookies.anonymous(ctx), page.address);
  if (form.action !== "sign-in" && form.action !== "code") return null;
  const { claims: fresh, problem } = await signIn(ctx, deps, claims, form);
  return problem === undefined
    ? goTo(deps, fresh, page.address)
    : showSignIn(ctx, deps, page, fresh, { problem });
}
