import { findLocked } from "../../platform/database/lock-row.ts";
import { randomSecret } from "../random-secret.ts";
import { createHmac } from "node:crypto";
import { LockMode, type EntityManager } from "@mikro-orm/postgresql";
import type { Clock } from "../../platform/clock.ts";
import { AppError, unauthorized } from "../../platform/errors.ts";
import { emailHash } from "../audit-log/email-hash.ts";
import { failedSignIn, refusedCredential, type RecordFailure } from "../audit-log/failed-authentication.ts";
import { recordSignIn } from "../audit-log/record-sign-in.ts";
import type { Origin, StartingEvent } from "../context.ts";
import type { PasswordVerifier } from "../users/new-password.ts";
import { User } from "../users/user.entity.ts";
import { scopesOfRole } from "../users/user.rules.ts";
import { normalizeEmail } from "../normalize-email.rules.ts";
import { checkSecondFactor, type FactorContext, type FactorProblem } from "./check-second-factor.ts";
import type { OauthClient } from "./oauth-client.entity.ts";
import { secretHash } from "../secret-hash.ts";
import { endSession } from "./session-end.commands.ts";
import { RefreshToken, Session } from "./session.entity.ts";
import { keptUserAgent } from "./user-agent.rules.ts";

export const REFRESH_TOKEN_DAYS = 30;
/** The console's session is not renewed: users sign in again after this. */
const CONSOLE_SECONDS = 12 * 3_600;
/**
 * A client that lost the response may repeat the request this long and gets the same successor; later reuse
 * means theft.
 */
const ROTATION_GRACE_MS = 10_000;
const DAY_SECONDS = 86_400;

export interface SessionContext {
  em: EntityManager;
  clock: Clock;
  events: StartingEvent[];
  passwords: PasswordVerifier;
  /** The key for deriving refresh tokens, and the hash for addresses in the audit log. */
  rotationKey: Buffer;
  /** Omitted if there is no request. */
  origin?: Origin | undefined;
  /** The `User-Agent` header of a sign-in. */
  userAgent?: string | undefined;
  recordFailure: RecordFailure;
}

export interface OpenSession {
  session: Session;
  user: User;
  /** Shown to the client once; only its hash is stored. */
  refreshToken: string;
}

/**
 * Derived rather than random, so that a repeated refresh yields the same successor without storing it in
 * plain text.
 */
const successorOf = (key: Buffer, token: string): string =>
  createHmac("sha256", key).update(`refresh:${token}`).digest("base64url");

/** Dependencies for opening a session. */
export type OpenContext = Pick<SessionContext, "em" | "clock" | "rotationKey" | "origin" | "userAgent">;
/** Dependencies for issuing and rotating tokens. */
export type TokenContext = OpenContext & Pick<SessionContext, "events">;

export interface NewSession {
  user: User;
  /** Null for our own sign-in form. */
  client: OauthClient | null;
  scopes: readonly string[];
  via?: string;
  /** Now if omitted. */
  authenticatedAt?: Date | null;
}

function addToken(ctx: OpenContext, session: Session, token: string): void {
  ctx.em.create(RefreshToken, { hash: secretHash(token), session, createdAt: ctx.clock.now() });
}

/** A session without a refresh token, which ends after `seconds`. The caller flushes. */
export function createSession(
  ctx: OpenContext,
  { user, client, scopes, via, ...proof }: NewSession,
  seconds: number,
): Session {
  const now = ctx.clock.now();
  const { authenticatedAt = now } = proof;
  const expiresAt = new Date(now.getTime() + seconds * 1_000);
  const given = { user, client, scopes: [...scopes], via: via ?? null };
  const from = { userAgent: keptUserAgent(ctx.userAgent), address: ctx.origin?.address ?? null };
  return ctx.em.create(Session, { ...given, ...from, authenticatedAt, createdAt: now, expiresAt });
}

/** A session of thirty days with its first refresh token. */
export async function openSession(ctx: OpenContext, input: NewSession): Promise<OpenSession> {
  const session = createSession(ctx, input, REFRESH_TOKEN_DAYS * DAY_SECONDS);
  const refreshToken = randomSecret();
  addToken(ctx, session, refreshToken);
  return { session, user: input.user, refreshToken };
}

/** A session for the console in a browser, without tokens. */
export async function openConsoleSession(
  ctx: OpenContext,
  input: Pick<NewSession, "user" | "authenticatedAt">,
): Promise<Session> {
  const scopes = scopesOfRole(input.user.role);
  return createSession(ctx, { ...input, client: null, scopes }, CONSOLE_SECONDS);
}

const wrongPassword = () =>
  unauthorized("The e-mail address or the password is wrong", {
    details: { reason: "wrong_password" },
  });

/**
 * The active user with this e-mail address and password. UNAUTHORIZED with the same message for every reason.
 */
export async function checkPassword(
  ctx: Pick<SessionContext, "em" | "passwords" | "origin">,
  input: { email: string; password: string },
): Promise<User> {
  const address = ctx.origin?.address ?? "";
  const user = await ctx.em.findOne(User, { email: normalizeEmail(input.email) });
  const matches = await ctx.passwords.verify(user?.passwordHash ?? null, input.password, address);
  if (user === null || !matches || !user.active) throw wrongPassword();
  return user;
}

/** The user, locked against a change of the password; UNAUTHORIZED if it changed since the check. */
async function lockUnchanged(em: EntityManager, { id, passwordHash }: User): Promise<User> {
  const user = await findLocked(em, User, { id, passwordHash, active: true });
  if (user === null) throw wrongPassword();
  return user;
}

/** The error for a missing second factor. Only callers with the right password learn that there is one. */
const otpRequired = ({ error, reason, retryAfter }: FactorProblem): AppError =>
  unauthorized(`otp: ${error}`, {
    details: {
      field: "otp",
      error,
      reason,
      ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
    },
  });

interface LogIn {
  email: string;
  password: string;
  otp?: string | undefined;
}

/** Opens a session for an authenticated user. */
type Open<T> = (ctx: OpenContext, user: User) => Promise<T & { session: Session }>;

async function openByPassword<T>(
  ctx: SessionContext & FactorContext,
  input: LogIn,
  open: Open<T>,
): Promise<T & { session: Session }> {
  const checked = await checkPassword(ctx, input);
  const done = await ctx.em.transactional(async (em) => {
    const inside = { ...ctx, em };
    const user = await lockUnchanged(em, checked);
    const problem = await checkSecondFactor(inside, user, input.otp);
    if (problem !== null) return { problem };
    const opened = await open(inside, user);
    await recordSignIn(inside, user, { way: "password", sessionId: opened.session.id });
    return { opened };
  });
  if (done.problem !== undefined) throw otpRequired(done.problem);
  return done.opened;
}

const noting = <T>(ctx: SessionContext, { email }: LogIn, opening: Promise<T>): Promise<T> =>
  opening.catch((error: unknown) => {
    const hash = (): string => emailHash(ctx.rotationKey, email);
    if (error instanceof AppError && error.code === "UNAUTHORIZED")
      ctx.recordFailure(failedSignIn({ way: "password", emailHash: hash(), reason: error.message }));
    throw error;
  });

/**
 * Opens a session for an e-mail address, a password and, if the user has one, the second factor.
 * UNAUTHORIZED, with `field: "otp"` if only that is missing or wrong.
 */
export function logIn(ctx: SessionContext & FactorContext, input: LogIn): Promise<OpenSession> {
  const open: Open<OpenSession> = (inside, user) =>
    openSession(inside, { user, client: null, scopes: scopesOfRole(user.role) });
  return noting(ctx, input, openByPassword(ctx, input, open));
}

/** The same for the console in a browser. */
export function logInToConsole(
  ctx: SessionContext & FactorContext,
  input: LogIn,
): Promise<{ session: Session }> {
  const open: Open<object> = async (inside, user) => ({
    session: await openConsoleSession(inside, { user }),
  });
  return noting(ctx, input, openByPassword(ctx, input, open));
}

const wrongToken = () => unauthorized("The refresh token is not valid: sign in again");

/**
 * Exchanges a refresh token for its successor. Within 10 s, repeating the exchange returns the same
 * successor; a later one ends the whole session and returns null, because two parties hold the token. A token
 * of another client (null: our own sign-in) returns null and changes nothing. Needs a transaction, which must
 * commit on null.
 */
export async function rotateRefreshToken(
  ctx: TokenContext,
  token: string,
  clientId: string | null,
): Promise<OpenSession | null> {
  const now = ctx.clock.now();
  const row = await ctx.em.findOne(
    RefreshToken,
    { hash: secretHash(token) },
    { populate: ["session.user"], lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (row === null || !row.session.isLive(now) || !row.session.user.active) return null;
  const { session } = row;
  if ((session.client?.id ?? null) !== clientId) return null;
  const refreshToken = successorOf(ctx.rotationKey, token);
  if (!row.usedAt) {
    row.usedAt = now;
    addToken(ctx, session, refreshToken);
  } else if (Math.abs(now.getTime() - row.usedAt.getTime()) > ROTATION_GRACE_MS) {
    // Also after the clock was set back, when the first use seems to lie in the future.
    await endSession({ ...ctx, actor: null }, session, "reused");
    return null;
  }
  return { session, user: session.user, refreshToken };
}

/**
 * Rotates a refresh token, or throws UNAUTHORIZED. The revocation of a stolen family is committed although
 * the caller is refused.
 */
export async function refreshSession(ctx: SessionContext, token: string): Promise<OpenSession> {
  const opened = await ctx.em.transactional((em) => rotateRefreshToken({ ...ctx, em }, token, null));
  if (opened !== null) return opened;
  const refusal = wrongToken();
  const refused = { credential: "refresh_token", reason: refusal.message } as const;
  ctx.recordFailure(refusedCredential(refused, { subjectKind: "session" }));
  throw refusal;
}
