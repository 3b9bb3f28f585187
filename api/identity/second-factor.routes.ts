import { z } from "zod";
import type { Totp } from "../../domain/identity/check-second-factor.ts";
import {
  confirmTotp,
  disableTotp,
  replaceRecoveryCodes,
  startTotp,
} from "../../domain/identity/second-factor.commands.ts";
import { readSecondFactor } from "../../domain/identity/second-factor.queries.ts";
import type { PasswordVerifier } from "../../domain/users/new-password.ts";
import { may, signedIn } from "../access.ts";
import { Timestamp, iso } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import { findOwnSession } from "./own-session.ts";
import { defineBody, defineView } from "../define-schemas.ts";

interface SecondFactorRouteDeps {
  passwords: PasswordVerifier;
  totp: Totp;
}

const PATH = "/api/v1/auth/totp";

const Password = z.string().min(1).max(1_024);
const Code = z.string().min(1).max(100);
const StartBody = defineBody("StartSecondFactorBody", { password: Password });
const ConfirmBody = defineBody("ConfirmSecondFactorBody", { code: Code });
const ProofBody = defineBody("ProveSecondFactorBody", { password: Password, code: Code });

const Started = defineView("SecondFactorStarted", {
  /** Base32, for typing. */
  secret: z.string(),
  /** For a QR code. */
  otpauth_uri: z.string(),
});
const RecoveryCodes = defineView("RecoveryCodeList", { recovery_codes: z.array(z.string()) });
const State = defineView("SecondFactorState", {
  enabled: z.boolean(),
  enabled_at: Timestamp.nullable(),
  recovery_codes_left: z.int(),
});

const common = { access: may("signIn.change"), load: findOwnSession } as const;
const guessing = { throttle: (_input: unknown, actor: { id: string }) => actor.id, noStore: true } as const;

const presentCodes = (codes: string[]) => ({ recovery_codes: codes });
const proofOf = (ctx: RouteContext, body: z.infer<typeof ProofBody>) => ({ ...body, userId: ctx.actor.id });

const read = defineRoute({
  method: "get",
  path: PATH,
  summary: "Whether the caller uses a second factor, and how many recovery codes remain",
  access: signedIn("read"),
  output: State,
  act: ({ em, actor }) => readSecondFactor(em, actor.id),
  present: ({ enabledAt, recoveryCodesLeft }) => ({
    enabled: enabledAt !== null,
    enabled_at: iso(enabledAt),
    recovery_codes_left: recoveryCodesLeft,
  }),
});

const enrolRoutes = (deps: SecondFactorRouteDeps): Route[] => [
  defineRoute({
    ...common,
    ...guessing,
    method: "post",
    path: PATH,
    summary:
      "Start setting up an authenticator app. The secret is returned only once; confirm it with a code",
    body: StartBody,
    status: 201,
    output: Started,
    act: (ctx, { body }) => startTotp({ ...ctx, ...deps }, { userId: ctx.actor.id, ...body }),
    present: ({ secret, uri }) => ({ secret, otpauth_uri: uri }),
  }),
  defineRoute({
    ...common,
    ...guessing,
    method: "post",
    path: `${PATH}/confirm`,
    summary: "Confirm the authenticator app with its first code. Returns ten recovery codes, only once",
    body: ConfirmBody,
    output: RecoveryCodes,
    act: (ctx, { body }) => confirmTotp({ ...ctx, ...deps }, { userId: ctx.actor.id, ...body }),
    present: presentCodes,
  }),
];

const changeRoutes = (deps: SecondFactorRouteDeps): Route[] => [
  defineRoute({
    ...common,
    ...guessing,
    method: "delete",
    path: PATH,
    summary: "Remove the authenticator app; requires the password and a code",
    body: ProofBody,
    message: "The second factor was removed",
    // The number of wrong codes must be saved even if the request is refused.
    transaction: "own",
    act: (ctx, { body }) => disableTotp({ ...ctx, ...deps }, proofOf(ctx, body)),
  }),
  defineRoute({
    ...common,
    ...guessing,
    method: "post",
    path: `${PATH}/recovery-codes`,
    summary: "Replace the recovery codes. Returns ten new ones, only once; the old ones stop working",
    body: ProofBody,
    output: RecoveryCodes,
    transaction: "own",
    act: (ctx, { body }) => replaceRecoveryCodes({ ...ctx, ...deps }, proofOf(ctx, body)),
    present: presentCodes,
  }),
];

export const createSecondFactorRoutes = (deps: SecondFactorRouteDeps): Route[] => [
  read,
  ...enrolRoutes(deps),
  ...changeRoutes(deps),
];
