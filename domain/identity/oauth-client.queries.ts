import type { EntityManager } from "@mikro-orm/postgresql";
import { notFound } from "../../platform/errors.ts";
import { where } from "../access/decide.ts";
import type { QueryContext } from "../context.ts";
import { listPage, type ListInput, type Listing, type Page } from "../listing.ts";
import { OauthClient } from "./oauth-client.entity.ts";

const listing: Listing<OauthClient> = {
  entity: OauthClient,
  sortable: { created_at: "createdAt", updated_at: "updatedAt", name: "name" },
  searchable: { name: "name" },
  createdAt: "createdAt",
};

export const listOauthClients = (ctx: QueryContext, input: ListInput): Promise<Page<OauthClient>> =>
  listPage(ctx.em, listing, input, [where(ctx.actor, "oauthClient.manage")]);

/** The client for its administrators; NOT_FOUND for everybody else. */
export async function loadOauthClient(ctx: QueryContext, id: string): Promise<OauthClient> {
  const client = await ctx.em.findOne(OauthClient, {
    $and: [{ id }, where(ctx.actor, "oauthClient.manage")],
  });
  if (client === null) throw notFound("OAuth client");
  return client;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The client that a protocol request names, with its owner; null when there is none. */
export const findOauthClient = async (em: EntityManager, clientId: string): Promise<OauthClient | null> =>
  UUID.test(clientId) ? em.findOne(OauthClient, { id: clientId }, { populate: ["owner"] }) : null;
