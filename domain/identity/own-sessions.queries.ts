import type { Row } from "../../platform/database/read-rows.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import { where } from "../access/decide.ts";
import { loadVisible, type Visible } from "../access/load-visible.ts";
import type { QueryContext } from "../context.ts";
import { listPage, type ListInput, type Listing, type Page } from "../listing.ts";
import { Session } from "./session.entity.ts";
import { signInAccess } from "./sign-in.access.ts";

const listing: Listing<Session> = {
  entity: Session,
  sortable: { created_at: "createdAt" },
  searchable: {},
  createdAt: "createdAt",
};

const live = ({ clock }: QueryContext) => ({ revokedAt: null, expiresAt: { $gt: clock.now() } });

/** Only the user's own sign-ins, not those of applications or chats. */
const OF_SIGN_INS = { client: null, via: null };

/** The caller's active sign-ins, newest first. */
export const listOwnSessions = (ctx: QueryContext, input: ListInput): Promise<Page<Row<Session>>> =>
  listPage(ctx.em, listing, input, [where(ctx.actor, signInAccess["signIn.see"]), live(ctx), OF_SIGN_INS]);

const visible = (ctx: QueryContext, name: string, filter: object): Visible<Session> => ({
  entity: Session,
  rule: signInAccess["signIn.see"],
  name,
  filter: { ...live(ctx), ...filter },
});

/** One of the caller's own sign-ins; otherwise NOT_FOUND. */
export const loadOwnSignIn = (ctx: QueryContext, id: string): Promise<Session> =>
  loadVisible(ctx, visible(ctx, "Session", OF_SIGN_INS), id);

/** An application that may act for the caller. */
export interface GrantedConsent {
  clientId: string;
  name: string;
  scopes: string[];
  /** When its current access was granted. */
  since: Date;
  latest: Date;
  /** When it ends unless renewed. */
  expiresAt: Date;
}

type Time = "since" | "latest" | "expiresAt";

const CONSENTS = `select s.client_id as "clientId", c.name, array_agg(distinct scope order by scope) as scopes,
    min(s.created_at) as since, max(s.created_at) as latest, max(s.expires_at) as "expiresAt"
  from sessions s join oauth_clients c on c.id = s.client_id cross join unnest(s.scopes) as scope
  where s.user_id = $1 and s.revoked_at is null and s.expires_at > $2
  group by 1, 2 order by latest desc, 1`;

/** The applications that may act for the caller, newest first. */
export async function listConsents({ em, actor, clock }: QueryContext): Promise<GrantedConsent[]> {
  type Raw = Omit<GrantedConsent, Time> & Record<Time, string>;
  const rows = await queryRows<Raw>(em, { sql: CONSENTS, parameters: [actor.id, clock.now().toISOString()] });
  return rows.map(({ since, latest, expiresAt, ...consent }) => ({
    ...consent,
    since: new Date(since),
    latest: new Date(latest),
    expiresAt: new Date(expiresAt),
  }));
}

/** A session that the caller granted to an application; otherwise NOT_FOUND. */
export const loadConsent = (ctx: QueryContext, clientId: string): Promise<Session> =>
  loadVisible(ctx, visible(ctx, "Consent", {}), { given: clientId, is: { client: clientId } });
