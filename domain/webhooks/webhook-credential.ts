import { forbidden } from "../../platform/errors.ts";
import type { Actor } from "../actor.ts";
import type { QueryContext } from "../context.ts";
import { oauthClientOf } from "../oauth-client-of.ts";
import { actorOf } from "../users/actor-of.ts";
import type { Role, Scope } from "../users/user.rules.ts";
import type { Webhook } from "./webhook.entity.ts";

/** The credential that created a webhook: all null for a signed-in user. */
export interface WebhookCredential {
  apiKeyId: string | null;
  oauthClientId: string | null;
  /** Of the application's grant: its withdrawal ends the webhook. */
  sessionId: string | null;
  scopes: string[] | null;
}

const OF_THE_PERSON: WebhookCredential = {
  apiKeyId: null,
  oauthClientId: null,
  sessionId: null,
  scopes: null,
};

/** The caller's credential, as stored with a webhook. */
export function credentialOf({ actor, origin }: Pick<QueryContext, "actor" | "origin">): WebhookCredential {
  const { apiKeyId, via } = actor;
  if (apiKeyId === null && via === null) return OF_THE_PERSON;
  const scopes = [...actor.scopes];
  const oauthClientId = oauthClientOf(actor);
  return { apiKeyId, oauthClientId, sessionId: origin?.sessionId || null, scopes };
}

/** Transfers the webhook from its credential to the user. */
export const makeThePersons = (webhook: Webhook): void => void Object.assign(webhook, OF_THE_PERSON);

/** A restricted credential must not control a webhook with more rights. */
export function requireOwnCredential(ctx: QueryContext, webhook: Webhook): void {
  const { apiKeyId, oauthClientId } = credentialOf(ctx);
  if (ctx.actor.apiKeyId === null && ctx.actor.via === null) return;
  if (apiKeyId !== null && webhook.apiKeyId === apiKeyId) return;
  if (oauthClientId !== null && webhook.oauthClientId === oauthClientId) return;
  throw forbidden(
    "The webhook was created with a different credential: use that one to change it, or sign in",
  );
}

/**
 * Joins `webhooks w` with the current state of its credential. The columns are null once the key or the
 * application is deleted.
 */
export const CREDENTIAL_JOINS = `left join api_keys wk on wk.id = w.api_key_id
    left join oauth_clients wc on wc.id = w.oauth_client_id
    left join sessions ws on ws.id = w.session_id`;

/** SQL: whether the credential has ended at `now`. A session that merely expired ends nothing. */
export const credentialEnded = (now: string): string => `(case
    when w.api_key_id is not null then wk.id is null or wk.revoked_at is not null or coalesce(wk.expires_at <= ${now}, false)
    when w.oauth_client_id is not null then wc.id is null or (ws.revoked_at is not null and not exists (
      select from sessions other where other.client_id = wc.id and other.user_id = w.owner_id
        and other.revoked_at is null and other.expires_at > ${now}))
    else coalesce(ws.revoked_at is not null, false) end)`;

/** SQL: the restrictions of the owner's rights, as one column. */
export const CREDENTIAL_RIGHTS = `json_build_object('scopes', to_json(w.scopes),
    'allowed', to_json(coalesce(wk.scopes, wc.scopes)), 'projectIds', wk.restrictions -> 'projectIds')`;

/** The result of `CREDENTIAL_RIGHTS`. */
export interface CredentialRights {
  scopes: string[] | null;
  allowed: string[] | null;
  projectIds: string[] | null;
}

interface Owner {
  id: string;
  role: Role;
  managerId: string | null;
  demoAllowed: boolean;
}

/** SQL: what `receiverOf` needs beside the id of the webhook's owner `users u`. */
export const RECEIVER_COLUMNS = `u.role, u.manager_id as "managerId", u.demo_allowed as "demoAllowed",
    ${CREDENTIAL_RIGHTS} as rights`;

/** The result of `RECEIVER_COLUMNS`. */
export interface ReceiverColumns extends Omit<Owner, "id"> {
  rights: CredentialRights;
}

/**
 * The actor on whose behalf a webhook receives events: its owner's current rights, limited to what its
 * credential had and still has.
 */
export function receiverOf(owner: Owner, { scopes, allowed, projectIds }: CredentialRights): Actor {
  const person = actorOf(owner);
  const holds = (scope: Scope): boolean =>
    [scopes, allowed].every((some) => some === null || some.includes(scope));
  return { ...person, scopes: person.scopes.filter(holds), projectIds };
}
