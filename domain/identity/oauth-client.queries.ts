import type { EntityManager } from "@mikro-orm/postgresql";
import type { Row } from "../../platform/database/read-rows.ts";
import { where } from "../access/decide.ts";
import { loadVisible, type Visible } from "../access/load-visible.ts";
import type { QueryContext } from "../context.ts";
import { listPage, type ListInput, type Listing, type Page } from "../listing.ts";
import { OauthClient } from "./oauth-client.entity.ts";
import { oauthClientAccess } from "./oauth-client.access.ts";

export const oauthClientListing: Listing<OauthClient> = {
  entity: OauthClient,
  sortable: { created_at: "createdAt", updated_at: "updatedAt", name: "name" },
  searchable: { name: "name" },
  createdAt: "createdAt",
};

const visible: Visible<OauthClient> = {
  entity: OauthClient,
  rule: oauthClientAccess["oauthClient.manage"],
  name: "OAuth client",
};

export const listOauthClients = (ctx: QueryContext, input: ListInput): Promise<Page<Row<OauthClient>>> =>
  listPage(ctx.em, oauthClientListing, input, [where(ctx.actor, oauthClientAccess["oauthClient.manage"])]);

/** The client for its administrators; NOT_FOUND for everyone else. */
export const loadOauthClient = (ctx: QueryContext, id: string): Promise<OauthClient> =>
  loadVisible(ctx, visible, id);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The client that a protocol request names, with its owner; null if there is none. */
export const findOauthClient = async (em: EntityManager, clientId: string): Promise<OauthClient | null> =>
  UUID.test(clientId) ? em.findOne(OauthClient, { id: clientId }, { populate: ["owner"] }) : null;
