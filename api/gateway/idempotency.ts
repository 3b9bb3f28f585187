import { createHmac } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Request, Response } from "express";
import type { Actor } from "../../domain/actor.ts";
import type { QueryContext } from "../../domain/context.ts";
import { StoredAnswer } from "../../domain/idempotency/stored-answer.entity.ts";
import { findAnswer, keepAnswer } from "../../domain/idempotency/stored-answers.ts";
import type { Clock } from "../../platform/clock.ts";
import { createSecretBox } from "../../platform/crypto/crypto.ts";
import { conflict, invalid } from "../../platform/errors.ts";
import type { DescribedRoute, Input, Route } from "../route.ts";
import type { JsonAnswer } from "./json-answer.ts";

const HEADER = "Idempotency-Key";
const RETRY_AFTER_SECONDS = "1";
/** A quoted string, as in the IETF draft, or the bare text that most clients send. */
const KEY = /^(?:"([ !#-[\]-~]{1,255})"|([!#-~]{1,255}))$/;
/** Enough for the table to shrink again after a peak, without a noticeable delay. */
const FORGET = `delete from stored_answers where id in
  (select id from stored_answers where expires_at < ? limit 20 for update skip locked)`;

interface IdempotencyDeps {
  clock: Clock;
  encryptionKey: Buffer;
}

/** A request that may be a retry. */
export interface KeyedRequest {
  /** Of caller and key. */
  id: string;
  fingerprint: string;
}

/**
 * Whether the route accepts an Idempotency-Key: every POST of an authenticated caller does. The work of open
 * routes has no owner, and OAuth's codes and tokens work only once anyway.
 */
export const takesIdempotencyKey = (route: DescribedRoute): boolean =>
  route.method === "post" &&
  route.access.kind !== "open" &&
  route.answer !== "raw" &&
  (route.transaction !== "own" || route.keepsAnswer === true);

export const isKeyed = (request: Request): boolean => request.get(HEADER) !== undefined;

/** The key of a request; undefined if there is none or the route accepts none. */
function readKey(route: Route, request: Request): string | undefined {
  const text = request.get(HEADER);
  if (text === undefined || !takesIdempotencyKey(route)) return undefined;
  const [, quoted, bare] = KEY.exec(text) ?? [];
  const key = quoted ?? bare;
  if (key === undefined)
    throw invalid({
      field: HEADER,
      error: "must be 1 to 255 printable ASCII characters, optionally in quotes",
    });
  return key;
}

const hash = (parts: unknown[], encryptionKey: Buffer): string =>
  createHmac("sha256", encryptionKey).update(JSON.stringify(parts)).digest("base64url");

const idOf = ({ id, apiKeyId }: Actor, key: string, encryptionKey: Buffer): string =>
  hash(["caller", id, apiKeyId, key], encryptionKey);

/**
 * The request as stored: hashed with our own key, because a body may contain guessable secrets. Null without
 * an Idempotency-Key. VALIDATION_ERROR for a malformed one.
 */
export function keyedRequest(
  route: Route,
  sent: Request,
  actor: Actor,
  input: Input<unknown, unknown, unknown>,
  encryptionKey: Buffer,
): KeyedRequest | null {
  const key = readKey(route, sent);
  if (key === undefined) return null;
  const { params, query, body, bodyDigest, file } = input;
  const request = ["request", route.path, params, query, bodyDigest ?? body, file.fileName, file.sha256];
  return { id: idOf(actor, key, encryptionKey), fingerprint: hash(request, encryptionKey) };
}

/** Whether a request with the same key was answered recently: this one may get the same response. */
export async function wasAnswered(
  { encryptionKey }: IdempotencyDeps,
  { em, actor, clock }: Pick<QueryContext, "em" | "actor" | "clock">,
  route: Route,
  request: Request,
): Promise<boolean> {
  const key = readKey(route, request);
  if (key === undefined) return false;
  const id = idOf(actor, key, encryptionKey);
  return (await em.count(StoredAnswer, { id, expiresAt: { $gt: clock.now() } })) > 0;
}

/** One of several simultaneous identical requests proceeds. */
async function lockOut(em: EntityManager, id: string, response: Response): Promise<void> {
  const sql = "select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as locked";
  const [row] = await em.execute<{ locked: boolean }[]>(sql, [id]);
  if (row?.locked === true) return;
  response.set("Retry-After", RETRY_AFTER_SECONDS);
  throw conflict("A request with this Idempotency-Key is in progress: retry when it has finished", {
    reason: "request_in_progress",
  });
}

/** Waits for a simultaneous request with the same key. */
export const lockKey = (em: EntityManager, id: string): Promise<unknown> =>
  em.execute("select pg_advisory_xact_lock(hashtextextended(?, 0))", [id]);

const contextIn = ({ clock, encryptionKey }: IdempotencyDeps, em: EntityManager) => ({
  em,
  clock,
  secrets: createSecretBox(encryptionKey),
});

/** The response to an earlier request; VALIDATION_ERROR if that was a different one. */
export async function find(
  deps: IdempotencyDeps,
  em: EntityManager,
  { id, fingerprint }: KeyedRequest,
): Promise<JsonAnswer | null> {
  const stored = await findAnswer(contextIn(deps, em), id);
  if (stored === null) return null;
  if (stored.fingerprint !== fingerprint)
    throw invalid({ field: HEADER, error: "was used for a different request: use a new one" });
  return { status: stored.status, body: stored.body };
}

export async function keep(
  deps: IdempotencyDeps,
  em: EntityManager,
  { id, fingerprint }: KeyedRequest,
  { status, body }: JsonAnswer,
): Promise<void> {
  await keepAnswer(contextIn(deps, em), { id, fingerprint, status, body });
  await em.execute(FORGET, [deps.clock.now()]);
}

/** The earlier response, unless `mayReplay` throws. */
export async function replay(
  response: Response,
  known: JsonAnswer,
  mayReplay: (kept: JsonAnswer) => Promise<void>,
): Promise<JsonAnswer> {
  await mayReplay(known);
  // A stream has sent its headers.
  if (!response.headersSent) response.set("Idempotent-Replayed", "true");
  return known;
}

/**
 * Does the work unless the request was answered within the last 24 h; then returns that response again,
 * unless `mayReplay` throws. The response is stored in the transaction of the work, so a crash keeps both or
 * neither; refused and failed requests did nothing and are not stored. CONFLICT while the same request is
 * running, VALIDATION_ERROR for a different request with the same key.
 */
export async function answerOnce(
  deps: IdempotencyDeps,
  { em, response, keyed }: { em: EntityManager; response: Response; keyed: KeyedRequest },
  { work, mayReplay }: { work: () => Promise<JsonAnswer>; mayReplay: (kept: JsonAnswer) => Promise<void> },
): Promise<JsonAnswer> {
  await lockOut(em, keyed.id, response);
  const known = await find(deps, em, keyed);
  if (known !== null) return replay(response, known, mayReplay);
  const answer = await work();
  await keep(deps, em, keyed, answer);
  return answer;
}
