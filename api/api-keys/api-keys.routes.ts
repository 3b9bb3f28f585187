import { createApiKey, revokeApiKey, rotateApiKey } from "../../domain/api-keys/api-key.commands.ts";
import type { ApiKey } from "../../domain/api-keys/api-key.entity.ts";
import { listApiKeys, loadApiKey, apiKeyListing } from "../../domain/api-keys/api-key.queries.ts";
import { lists, may } from "../access.ts";
import { IdParams, listInput } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  ApiKeyList,
  ApiKeyQuery,
  ApiKeyView,
  CreateApiKeyBody,
  IssuedKeyView,
  RotateBody,
  apiKeyInput,
  presentApiKey,
  presentIssuedKey,
} from "./api-keys.contract.ts";

const PATH = "/api/v1/api-keys";

const loadById = (ctx: RouteContext, { params }: { params: { id: string } }): Promise<ApiKey> =>
  loadApiKey(ctx, params.id);

interface ApiKeyRouteDeps {
  /** Maximum number of active keys per user. */
  apiKeysPerUser: number;
}

const createRoute = ({ apiKeysPerUser }: ApiKeyRouteDeps): Route =>
  defineRoute({
    method: "post",
    path: PATH,
    summary: "Create an API key. The key is returned only once. Requires a bearer token",
    access: may("api_key.create"),
    body: CreateApiKeyBody,
    status: 201,
    answer: "bare",
    output: IssuedKeyView,
    act: (ctx, { body }) => createApiKey(ctx, apiKeyInput(body), apiKeysPerUser),
    present: presentIssuedKey,
  });

const list = defineRoute({
  method: "get",
  path: PATH,
  summary: "List API keys, newest first: your own, or everyone's for admins",
  access: lists("api_key.read"),
  query: ApiKeyQuery,
  listing: apiKeyListing,
  output: ApiKeyList,
  act: async (ctx, { query }) => ({
    page: await listApiKeys(ctx, { ...listInput(query), ownerId: query.owner_id }),
    now: ctx.clock.now(),
  }),
  present: ({ page: { items, pagination }, now }) => ({
    api_keys: items.map((key) => presentApiKey(key, now)),
    pagination,
  }),
});

const read = defineRoute({
  method: "get",
  path: `${PATH}/:id`,
  summary: "Get an API key: its prefix and last four characters, never the key itself",
  access: may("api_key.read"),
  params: IdParams,
  output: ApiKeyView,
  load: loadById,
  act: async (ctx, _input, key) => ({ key, now: ctx.clock.now() }),
  present: ({ key, now }) => presentApiKey(key, now),
});

const revoke = defineRoute({
  method: "delete",
  path: `${PATH}/:id`,
  summary: "Revoke an API key. It stops working with the next request. Requires a bearer token",
  access: may("api_key.revoke"),
  params: IdParams,
  message: "The API key was revoked",
  load: loadById,
  act: (ctx, _input, key) => revokeApiKey(ctx, { key, reason: "revoked" }),
});

const rotate = defineRoute({
  method: "post",
  path: `${PATH}/:id/rotate`,
  summary:
    "Rotate an API key: issue a successor. The old key keeps working for overlap_hours (default 24). Requires a bearer token",
  access: may("api_key.rotate"),
  params: IdParams,
  body: RotateBody,
  status: 201,
  answer: "bare",
  output: IssuedKeyView,
  load: loadById,
  act: (ctx, { body }, key) => rotateApiKey(ctx, { key, overlapHours: body.overlap_hours }),
  present: presentIssuedKey,
});

export const createApiKeyRoutes = (deps: ApiKeyRouteDeps): Route[] => [
  createRoute(deps),
  list,
  read,
  revoke,
  rotate,
];
