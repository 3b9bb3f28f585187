import {
  decideDeviceGrant,
  findPendingDeviceGrant,
} from "../../../../domain/identity/device-grant.commands.ts";
import type { DeviceGrant } from "../../../../domain/identity/device-grant.entity.ts";
import { readUserCode, showUserCode } from "../../../../domain/identity/user-code.rules.ts";
import type { User } from "../../../../domain/users/user.entity.ts";
import { grantableScopes } from "../../../../domain/identity/oauth-client.rules.ts";
import type { RawAnswer, RouteContext } from "../../../route.ts";
import {
  addressOf,
  answerSignIn,
  goTo,
  languageFor,
  showForm,
  showSignIn,
  lockedVisitorOf,
  visitorOf,
  type FormBehindSignIn,
  type PageBehindSignIn,
  type Visitor,
} from "./page-behind-sign-in.ts";
import { say } from "./page-message.ts";
import { consentPage, deviceCodePage, showMessage, type FormFrame } from "./pages.ts";
import type { BrowserDeps } from "./sign-in.ts";

export const DEVICE_PATH = "/device";

export interface DeviceForm extends FormBehindSignIn {
  user_code?: string | undefined;
}

const pageOf = (ctx: RouteContext): PageBehindSignIn => ({
  address: addressOf(ctx, DEVICE_PATH),
  subject: ({ device }) => device.subject,
});

/** The pending device authorization for the code in the address. */
async function grantOf(ctx: RouteContext, typed: string | undefined): Promise<DeviceGrant | null> {
  const code = typed === undefined ? null : readUserCode(typed);
  return code === null ? null : findPendingDeviceGrant(ctx, code);
}

/** `typed` is the code in the address; undefined if the user still has to type it. */
async function show(
  ctx: RouteContext,
  deps: BrowserDeps,
  typed: string | undefined,
  { claims, user }: Visitor,
): Promise<RawAnswer> {
  const page = pageOf(ctx);
  if (user === null) return showSignIn(ctx, deps, page, claims);
  const grant = await grantOf(ctx, typed);
  const isUnknown = typed !== undefined && typed !== "" && grant === null;
  const problem = isUnknown ? say(({ device }) => device.unknown) : undefined;
  const render = (frame: FormFrame) => {
    if (grant === null) return deviceCodePage(frame);
    return consentPage(frame, {
      clientName: grant.client.name,
      host: ({ device }) => device.shows(showUserCode(grant.userCode)),
      email: user.email,
      scopes: grantableScopes(grant.scopes, grant.client, user),
    });
  };
  return showForm(deps, page, claims, render, { problem, language: languageFor(user) });
}

/** The page on which users enter a device's code after signing in, and allow or deny it. */
export async function showDevice(
  ctx: RouteContext,
  typed: string | undefined,
  deps: BrowserDeps,
): Promise<RawAnswer> {
  return show(ctx, deps, typed, await visitorOf(ctx, deps));
}

/** Returns null if there is nothing left to decide. */
async function decide(
  ctx: RouteContext,
  typed: string | undefined,
  user: User,
  wantsTo: boolean,
): Promise<RawAnswer | null> {
  const grant = await grantOf(ctx, typed);
  if (grant === null) return null;
  const decision = await decideDeviceGrant(ctx, grant, { user, wantsTo });
  const text = decision && say(({ device }) => device[decision]);
  return text && showMessage(200, ({ closePage }) => closePage, text, { language: languageFor(user) });
}

/** Handles the user's choice. */
export async function answerDevice(
  ctx: RouteContext,
  { typed, form }: { typed: string | undefined; form: DeviceForm },
  deps: BrowserDeps,
): Promise<RawAnswer> {
  const signedIn = await answerSignIn(ctx, deps, pageOf(ctx), form);
  if (signedIn !== null) return signedIn;
  const visitor = await lockedVisitorOf(ctx, deps);
  if (form.action === "find")
    return goTo(deps, visitor.claims, `${DEVICE_PATH}?user_code=${encodeURIComponent(form.user_code ?? "")}`);
  const decided =
    visitor.user === null ? null : await decide(ctx, typed, visitor.user, form.action === "allow");
  return decided ?? show(ctx, deps, typed, visitor);
}
