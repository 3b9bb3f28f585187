import { z } from "zod";
import { loadOfferedProvider } from "../../domain/identity-providers/identity-provider.queries.ts";
import { failedSignIn } from "../../domain/audit-log/failed-authentication.ts";
import { recordSignIn } from "../../domain/audit-log/record-sign-in.ts";
import { signInWithProvider } from "../../domain/identity-providers/upstream-account.commands.ts";
import { authenticationTime } from "../../domain/identity-providers/authentication-time.rules.ts";
import type { User } from "../../domain/users/user.entity.ts";
import { AppError, forbidden } from "../../platform/errors.ts";
import { open } from "../access.ts";
import { IdParams } from "../common.contract.ts";
import type { ConsoleCookies } from "../identity/console-cookie.ts";
import { defineRoute, type RawAnswer, type Route, type RouteContext } from "../route.ts";
import { authorizationAnswer, hasOneAnswer } from "../identity/oauth/authorization-answer.contract.ts";
import { createBrowserCookies, type BrowserCookies } from "../identity/oauth/browser/browser-cookie.ts";
import type { ProviderSignIn } from "./create-provider-sign-in.ts";
import { createFlowCookies, type Flow, type FlowCookies } from "./flow-cookie.ts";
import { identify, sendToProvider } from "./run-strategy.ts";
import { RETURN_TO_MAX, PROVIDER_SIGN_IN_PATH } from "./sign-in-links.ts";
import { ProviderError, toProviderError, writeProviderError } from "./provider-error.ts";

interface ProviderSignInRouteDeps {
  providerSignIn: ProviderSignIn;
  tokens: { issuer: string };
  rotationKey: Buffer;
  /** Of the console. */
  cookies: Pick<ConsoleCookies, "read">;
}

interface Trip {
  providerSignIn: ProviderSignIn;
  flows: FlowCookies;
  cookies: BrowserCookies;
  console: ProviderSignInRouteDeps["cookies"];
}

const access = open("people sign in here");

const BAD_ANSWER = "The provider's answer could not be verified";

const StartQuery = z.object({
  return_to: z.string().max(RETURN_TO_MAX).meta({ description: "Page of this service to return to" }),
  prompt: z.literal("login").optional().meta({
    description:
      "Makes the user of the console's session sign in again, even if the provider remembers them, as in OpenID Connect",
  }),
});
/** RFC 6749 4.1.2 and 9207; providers add parameters of their own. */
const CallbackQuery = z
  .object({
    state: z.string().max(200).meta({ description: "The state this service sent" }),
    ...authorizationAnswer,
    iss: z.string().max(2_000).optional().meta({ description: "Issuer of the answer (RFC 9207)" }),
  })
  .refine(hasOneAnswer, {
    path: ["code"],
    error: "must have either a code or an error",
    params: { reason: "no_single_answer" },
  });

async function begin(
  ctx: RouteContext,
  trip: Trip,
  id: string,
  { return_to: returnTo, prompt }: z.infer<typeof StartQuery>,
): Promise<RawAnswer> {
  const isConsole = prompt === "login";
  const session = isConsole ? trip.console.read(ctx.request, ctx.clock.now()) : null;
  const userId = session?.userId ?? null;
  const flow = trip.flows.begin(ctx, { providerId: id, returnTo, again: isConsole, userId });
  const provider = await loadOfferedProvider(ctx.em, id);
  const send = sendToProvider(trip.providerSignIn.strategy(provider, flow));
  return async (response) => {
    trip.flows.write(response, flow);
    response.set("Cache-Control", "no-store");
    try {
      await send(response);
    } catch (error) {
      throw new ProviderError(toProviderError(provider.name, error), flow.returnTo);
    }
  };
}

const cancelled = (provider: string): AppError =>
  forbidden(
    `${provider} did not sign you in: you cancelled it, or ${provider} does not let you use this service`,
    {
      details: { reason: "provider_cancelled", values: { provider } },
    },
  );

/** RFC 6749, 4.1.2.1: `access_denied` is the only error that concerns the user. */
const refused = (provider: string, error?: string): AppError =>
  error === "access_denied"
    ? cancelled(provider)
    : forbidden(`${provider} did not sign you in${error === undefined ? "" : `: ${error}`}`, {
        details: { reason: "provider_refused", values: { provider, error } },
      });

const tooOld = (provider: string): AppError =>
  forbidden(`${provider} did not ask you to sign in again: sign out there, then start again`, {
    details: { reason: "provider_sign_in_old", values: { provider } },
  });

const notStated = (provider: string): AppError =>
  forbidden(
    `${provider} does not say when you signed in there: sign in another way, or ask your administrator to allow it for this provider`,
    { details: { reason: "provider_sign_in_time", values: { provider } } },
  );

const someoneElse = (provider: string): AppError =>
  forbidden(`${provider} signed in someone else: use the account with which you signed in here`, {
    details: { reason: "provider_other_user", values: { provider } },
  });

interface SignIn {
  user: User;
  authenticatedAt: Date | null;
}

async function signIn(
  ctx: RouteContext,
  { providerSignIn }: Trip,
  flow: Flow,
  refusal: string | undefined,
): Promise<SignIn> {
  const provider = await loadOfferedProvider(ctx.em, flow.providerId);
  if (refusal !== undefined) throw refused(provider.name, refusal);
  const identity = await identify(providerSignIn.strategy(provider, flow), ctx.request).catch(
    (error: unknown) => {
      throw toProviderError(provider.name, error);
    },
  );
  if (identity === null) throw refused(provider.name);
  const { clock, events, origin } = ctx;
  const isBelieved = provider.assumeRecentSignIn;
  const wanted = { again: flow.again, isBelieved };
  const authenticatedAt = authenticationTime(identity.authenticatedAt, wanted, clock.now());
  if (authenticatedAt === "too old") throw tooOld(provider.name);
  if (authenticatedAt === "not stated") throw notStated(provider.name);
  return ctx.em.transactional(async (em) => {
    const user = await signInWithProvider({ em, clock, events, origin, actor: null }, provider.id, identity);
    if (flow.userId !== null && flow.userId !== user.id) throw someoneElse(provider.name);
    await recordSignIn({ em, clock, origin }, user, { way: "identity_provider" });
    return { user, authenticatedAt };
  });
}

async function finish(
  ctx: RouteContext,
  trip: Trip,
  id: string,
  { state, error: refusal }: z.infer<typeof CallbackQuery>,
): Promise<RawAnswer> {
  const flow = trip.flows.read(ctx, id, state);
  const { user, authenticatedAt } = await signIn(ctx, trip, flow, refusal).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    const { providerId } = flow;
    ctx.recordFailure(failedSignIn({ way: "identity_provider", providerId, reason: error.code }));
    throw new ProviderError(error, flow.returnTo);
  });
  return (response) => {
    trip.flows.clear(response);
    trip.cookies.write(response, trip.cookies.signedIn(ctx, user, authenticatedAt));
    response.set("Cache-Control", "no-store").redirect(303, flow.returnTo);
  };
}

/** Sign-in at an identity provider: the redirect there and the callback. */
export function createProviderSignInRoutes({
  providerSignIn,
  tokens,
  rotationKey,
  cookies: console,
}: ProviderSignInRouteDeps): Route[] {
  const flows = createFlowCookies(rotationKey, tokens.issuer);
  const cookies = createBrowserCookies(rotationKey, tokens.issuer);
  const trip = { providerSignIn, flows, cookies, console };
  const writeError = writeProviderError((response) => flows.clear(response));
  const raw = {
    method: "get",
    access,
    params: IdParams,
    answer: "raw",
    produces: "text/html",
    writeError,
  } as const;
  return [
    defineRoute({
      ...raw,
      path: `${PROVIDER_SIGN_IN_PATH}/:id`,
      summary: "Sign in at an identity provider, then return to `return_to`",
      query: StartQuery,
      answers: { 302: "Redirect to the provider", 502: BAD_ANSWER },
      throttle: () => null,
      act: (ctx, { params, query }) => begin(ctx, trip, params.id, query),
    }),
    defineRoute({
      ...raw,
      path: `${PROVIDER_SIGN_IN_PATH}/:id/callback`,
      summary: "Callback for identity providers",
      query: CallbackQuery,
      answers: {
        303: "Redirect to the page where the sign-in began",
        403: "This provider may not sign in this person",
        502: BAD_ANSWER,
      },
      throttle: () => null,
      act: (ctx, { params, query }) => finish(ctx, trip, params.id, query),
    }),
  ];
}
