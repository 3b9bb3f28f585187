import { z } from "zod";
import {
  DEVICE_CODE_SECONDS,
  POLL_SECONDS,
  startDeviceGrant,
} from "../../../domain/identity/device-grant.commands.ts";
import { DEVICE_GRANT } from "../../../domain/identity/oauth-client.rules.ts";
import { requestedScopes, scopeProblem } from "../../../domain/identity/oauth-problem.rules.ts";
import { showUserCode } from "../../../domain/identity/user-code.rules.ts";
import { open } from "../../access.ts";
import { defineRoute, type Route, type RouteContext } from "../../route.ts";
import { writeAuthorizationError } from "./browser/authorization-error.ts";
import { DEVICE_PATH, answerDevice, showDevice } from "./browser/device.ts";
import { createBrowserDeps, guessedAccount, type BrowserRouteDeps } from "./browser/sign-in.ts";
import { signInBody } from "./browser/sign-in-body.ts";
import { authenticateClient, claimedClient } from "./authenticate-client.ts";
import { OauthError, refuseProblem, writeOauthError } from "./oauth-error.ts";
import { clientFields } from "./token-request.ts";
import { schemaNames } from "../../../platform/web/schema-names.ts";
import { defineView } from "../../define-schemas.ts";

const StartBody = defineView("StartDeviceForm", { ...clientFields, scope: z.string().max(2_000).optional() });
const Started = defineView("DeviceStarted", {
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  verification_uri_complete: z.string(),
  expires_in: z.int(),
  interval: z.int(),
});

async function start(ctx: RouteContext, body: z.infer<typeof StartBody>, issuer: string) {
  const client = await authenticateClient(ctx, body);
  if (!client.grants.includes(DEVICE_GRANT))
    throw new OauthError("unauthorized_client", "The client is not registered for device codes");
  refuseProblem(scopeProblem(body.scope, client));
  const { deviceCode, userCode } = await startDeviceGrant(ctx, client, requestedScopes(body.scope, client));
  const page = `${issuer}${DEVICE_PATH}`;
  return {
    device_code: deviceCode,
    user_code: showUserCode(userCode),
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${showUserCode(userCode)}`,
    expires_in: DEVICE_CODE_SECONDS,
    interval: POLL_SECONDS,
  };
}

const startRoute = (issuer: string): Route =>
  defineRoute({
    method: "post",
    path: "/oauth/device_authorization",
    summary: "Device authorization request (RFC 8628)",
    access: open("the client authenticates in the request"),
    form: true,
    body: StartBody,
    answer: "bare",
    output: Started,
    throttle: claimedClient,
    throttled: "failures",
    noStore: true,
    writeError: writeOauthError,
    answers: { 401: "Unknown client or wrong secret" },
    act: (ctx, { body }) => start(ctx, body, issuer),
  });

const DeviceQuery = z.object({
  user_code: z.string().max(100).optional().meta({ description: "The code that the device shows" }),
});
const DeviceBody = signInBody(["sign-in", "code", "switch", "find", "allow", "deny"])
  .extend({
    user_code: z.string().max(100).optional(),
  })
  .register(schemaNames, { id: "AnswerDeviceForm" });

const common = {
  path: DEVICE_PATH,
  access: open("the page signs the user in"),
  query: DeviceQuery,
  answer: "raw",
  produces: "text/html",
  writeError: writeAuthorizationError,
} as const;

export function createDeviceRoutes(deps: BrowserRouteDeps): Route[] {
  const browser = createBrowserDeps(deps);
  return [
    startRoute(browser.issuer),
    defineRoute({
      ...common,
      method: "get",
      summary: "Page: enter the code a device shows",
      throttle: ({ query }) => (query.user_code === undefined ? undefined : null),
      act: (ctx, { query }) => showDevice(ctx, query.user_code, browser),
    }),
    defineRoute({
      ...common,
      method: "post",
      summary: "Form post of the page",
      answers: { 303: "Redirect to the next page" },
      form: true,
      body: DeviceBody,
      // Approving and denying name a user code and count as guesses of it; looking up a code is counted by
      // the page it redirects to.
      throttle: ({ body }) =>
        body.action === "allow" || body.action === "deny" ? null : guessedAccount(body),
      act: (ctx, { query, body: form }) => answerDevice(ctx, { typed: query.user_code, form }, browser),
    }),
  ];
}
