import {
  decideDeviceGrant,
  findPendingDeviceGrant,
} from "../../../../domain/identity/device-grant.commands.ts";
import type { DeviceGrant } from "../../../../domain/identity/device-grant.entity.ts";
import { narrowScopes } from "../../../../domain/identity/oauth-client.rules.ts";
import { readUserCode, showUserCode } from "../../../../domain/identity/user-code.rules.ts";
import type { User } from "../../../../domain/users/user.entity.ts";
import { scopesOfRole } from "../../../../domain/users/user.rules.ts";
import type { RawAnswer, RouteContext } from "../../../route.ts";
import { signInLinks } from "../../upstream/sign-in-links.ts";
import type { BrowserClaims } from "./browser-cookie.ts";
import { consentPage, deviceCodePage, messagePage, sendPage } from "./pages.ts";
import { checkFormToken, goTo, searchOf, signIn, signInPages, type BrowserDeps } from "./sign-in.ts";

export const DEVICE_PATH = "/device";

export interface DeviceForm {
  csrf?: string | undefined;
  action: "sign-in" | "code" | "switch" | "find" | "allow" | "deny";
  user_code?: string | undefined;
  email?: string | undefined;
  password?: string | undefined;
  otp?: string | undefined;
}

interface Shown {
  claims: BrowserClaims;
  user: User | null;
  problem?: string | undefined;
}

const purposeOf = (ctx: RouteContext): string => `device:${searchOf(ctx)}`;
const pathOf = (ctx: RouteContext): string => {
  const search = searchOf(ctx);
  return search === "" ? DEVICE_PATH : `${DEVICE_PATH}?${search}`;
};

/** The code in the address, and the wait it belongs to. */
async function grantOf(ctx: RouteContext): Promise<{ typed: string | null; grant: DeviceGrant | null }> {
  const typed = new URLSearchParams(searchOf(ctx)).get("user_code") || null;
  const code = typed === null ? null : readUserCode(typed);
  return { typed, grant: code === null ? null : await findPendingDeviceGrant(ctx, code) };
}

const grantable = (grant: DeviceGrant, user: User): string[] =>
  narrowScopes(grant.scopes, grant.client.scopes, scopesOfRole(user.role));

async function showPage(
  ctx: RouteContext,
  deps: BrowserDeps,
  { claims, user, problem }: Shown,
): Promise<RawAnswer> {
  const { typed, grant } = await grantOf(ctx);
  const isUnknown = user !== null && typed !== null && grant === null;
  const trouble = problem ?? (isUnknown ? "This code is not known, or it has expired" : undefined);
  const token = deps.cookies.formToken(claims, purposeOf(ctx));
  const frame = { action: pathOf(ctx), token, problem: trouble };
  const links = user === null ? await signInLinks(ctx, frame.action) : [];
  const page = () => {
    if (user === null) return signInPages(claims, frame, "your device", links);
    if (grant === null) return deviceCodePage(frame);
    const host = `the device that shows ${showUserCode(grant.userCode)}`;
    const facts = { clientName: grant.client.name, host, email: user.email, scopes: grantable(grant, user) };
    return consentPage(frame, facts);
  };
  return (response) => {
    deps.cookies.write(response, claims);
    sendPage(response, trouble === undefined ? 200 : 400, page());
  };
}

/** The page where a person types the code of a device, after signing in, and decides about it. */
export async function showDevice(ctx: RouteContext, deps: BrowserDeps): Promise<RawAnswer> {
  const claims = deps.cookies.read(ctx);
  return showPage(ctx, deps, { claims, user: await deps.cookies.userOf(ctx, claims) });
}

async function decide(
  ctx: RouteContext,
  deps: BrowserDeps,
  shown: Shown,
  wantsTo: boolean,
): Promise<RawAnswer> {
  const { grant } = await grantOf(ctx);
  const { user } = shown;
  if (user === null || grant === null) return showPage(ctx, deps, shown);
  const scopes = grantable(grant, user);
  const allowed = wantsTo && scopes.length > 0;
  const isRecorded = await decideDeviceGrant(ctx, grant, { user, allowed, scopes });
  if (!isRecorded) return showPage(ctx, deps, shown);
  const text = allowed ? "Your device goes on by itself." : "The device gets no access.";
  return (response) => sendPage(response, 200, messagePage("You can close this page", text));
}

/** What the person pressed. */
export async function answerDevice(
  ctx: RouteContext,
  form: DeviceForm,
  deps: BrowserDeps,
): Promise<RawAnswer> {
  const claims = deps.cookies.read(ctx);
  checkFormToken(deps, claims, purposeOf(ctx), form.csrf);
  if (form.action === "sign-in" || form.action === "code") {
    const { claims: fresh, problem } = await signIn(ctx, deps, claims, form);
    if (problem === undefined) return goTo(deps, fresh, pathOf(ctx));
    return showPage(ctx, deps, { claims: fresh, user: null, problem });
  }
  if (form.action === "switch") return goTo(deps, deps.cookies.anonymous(ctx), pathOf(ctx));
  if (form.action === "find")
    return goTo(deps, claims, `${DEVICE_PATH}?user_code=${encodeURIComponent(form.user_code ?? "")}`);
  const user = await deps.cookies.userOf(ctx, claims);
  return decide(ctx, deps, { claims, user }, form.action === "allow");
}
