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
  showForm,
  showSignIn,
  visitorOf,
  type FormBehindSignIn,
  type PageBehindSignIn,
  type Visitor,
} from "./page-behind-sign-in.ts";
import { consentPage, deviceCodePage, showMessage, type FormFrame } from "./pages.ts";
import type { BrowserDeps } from "./sign-in.ts";

export const DEVICE_PATH = "/device";

export interface DeviceForm extends FormBehindSignIn {
  user_code?: string | undefined;
}

const pageOf = (ctx: RouteContext): PageBehindSignIn => ({
  address: addressOf(ctx, DEVICE_PATH),
  subject: "your device",
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
  const problem = isUnknown ? "This code is unknown or has expired" : undefined;
  const render = (frame: FormFrame) => {
    if (grant === null) return deviceCodePage(frame);
    const host = `the device that shows ${showUserCode(grant.userCode)}`;
    return consentPage(frame, {
      clientName: grant.client.name,
      host,
      email: user.email,
      scopes: grantableScopes(grant.scopes, grant.client, user),
    });
  };
  return showForm(deps, page, claims, render, { problem });
}

/** The page on which users enter a device's code after signing in, and allow or deny it. */
export async function showDevice(
  ctx: RouteContext,
  typed: string | undefined,
  deps: BrowserDeps,
): Promise<RawAnswer> {
  return show(ctx, deps, typed, await visitorOf(ctx, deps));
}

const DECIDED = { allowed: "Your device continues automatically.", denied: "The device has no access." };

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
  return decision && showMessage(200, "You can close this page", DECIDED[decision]);
}

/** Handles the user's choice. */
export async function answerDevice(
  ctx: RouteContext,
  { typed, form }: { typed: string | undefined; form: DeviceForm },
  deps: BrowserDeps,
): Promise<RawAnswer> {
  const signedIn = await answerSignIn(ctx, deps, pageOf(ctx), form);
  if (signedIn !== null) return signedIn;
  const visitor = await visitorOf(ctx, deps);
  if (form.action === "find")
    return goTo(deps, visitor.claims, `${DEVICE_PATH}?user_code=${encodeURIComponent(form.user_code ?? "")}`);
  const decided =
    visitor.user === null ? null : await decide(ctx, typed, visitor.user, form.action === "allow");
  return decided ?? show(ctx, deps, typed, visitor);
}
