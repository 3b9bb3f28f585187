import type { z } from "zod";
import {
  createOauthClient,
  deleteOauthClient,
  rotateOauthClientSecret,
  updateOauthClient,
} from "../../domain/identity/oauth-client.commands.ts";
import {
  listOauthClients,
  loadOauthClient,
  oauthClientListing,
} from "../../domain/identity/oauth-client.queries.ts";
import { lists, may } from "../access.ts";
import { IdParams, listInput } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  CreateOauthClientBody,
  OauthClientList,
  OauthClientQuery,
  OauthClientView,
  OauthClientWithSecret,
  UpdateOauthClientBody,
  presentOauthClient,
  presentWithSecret,
} from "./oauth-clients.contract.ts";

const PATH = "/api/v1/oauth-clients";
const access = may("oauthClient.manage");
const changes = may("oauthClient.change");

const changeOf = (body: z.infer<typeof UpdateOauthClientBody>) => ({
  name: body.name,
  redirectUris: body.redirect_uris,
  grants: body.grants,
  scopes: body.scopes,
  requirePkce: body.require_pkce,
  ownerId: body.owner_id,
});

const load = (ctx: RouteContext, { params }: { params: z.infer<typeof IdParams> }) =>
  loadOauthClient(ctx, params.id);

const list = defineRoute({
  method: "get",
  path: PATH,
  summary: "List OAuth clients",
  access: lists("oauthClient.manage"),
  query: OauthClientQuery,
  listing: oauthClientListing,
  output: OauthClientList,
  act: (ctx, { query }) => listOauthClients(ctx, listInput(query)),
  present: ({ items, pagination }) => ({ oauth_clients: items.map(presentOauthClient), pagination }),
});

const create = defineRoute({
  method: "post",
  path: PATH,
  summary: "Register an OAuth client. The secret of a confidential client is returned only once",
  access: changes,
  body: CreateOauthClientBody,
  status: 201,
  output: OauthClientWithSecret,
  act: (ctx, { body }) =>
    createOauthClient(ctx, {
      ...changeOf(body),
      name: body.name,
      type: body.type,
      grants: body.grants,
      scopes: body.scopes,
    }),
  present: presentWithSecret,
});

const read = defineRoute({
  method: "get",
  path: `${PATH}/:id`,
  summary: "Get an OAuth client",
  access,
  params: IdParams,
  output: OauthClientView,
  load,
  act: async (_ctx, _input, client) => client,
  present: presentOauthClient,
});

const update = defineRoute({
  method: "put",
  path: `${PATH}/:id`,
  summary: "Update an OAuth client. Scopes you remove disappear from its tokens at once",
  access: changes,
  params: IdParams,
  body: UpdateOauthClientBody,
  output: OauthClientView,
  load,
  act: (ctx, { body }, client) => updateOauthClient(ctx, client, changeOf(body)),
  present: presentOauthClient,
});

const remove = defineRoute({
  method: "delete",
  path: `${PATH}/:id`,
  summary: "Delete an OAuth client. Its tokens stop working at once",
  access,
  params: IdParams,
  message: "The OAuth client was removed",
  load,
  act: async (ctx, _input, client) => deleteOauthClient(ctx, client),
});

const rotate = defineRoute({
  method: "post",
  path: `${PATH}/:id/rotate-secret`,
  summary: "Replace a confidential client's secret. The old one stops working at once",
  access: changes,
  params: IdParams,
  output: OauthClientWithSecret,
  load,
  act: (ctx, _input, client) => rotateOauthClientSecret(ctx, client),
  present: presentWithSecret,
});

export const createOauthClientRoutes = (): Route[] => [list, create, read, update, remove, rotate];
