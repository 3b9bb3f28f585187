import type { z } from "zod";
import {
  createIdentityProvider,
  deleteIdentityProvider,
  updateIdentityProvider,
} from "../../domain/identity-providers/identity-provider.commands.ts";
import type { IdentityProvider } from "../../domain/identity-providers/identity-provider.entity.ts";
import {
  listIdentityProviders,
  loadIdentityProvider,
  identityProviderListing,
} from "../../domain/identity-providers/identity-provider.queries.ts";
import { lists, may } from "../access.ts";
import { IdParams, listInput } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  CreateIdentityProviderBody,
  IdentityProviderList,
  IdentityProviderQuery,
  IdentityProviderTest,
  IdentityProviderView,
  UpdateIdentityProviderBody,
  changeOf,
  presentIdentityProvider,
} from "./identity-providers.contract.ts";
import type { ProviderSignIn } from "./create-provider-sign-in.ts";

const PATH = "/api/v1/identity-providers";
const access = may("identityProvider.manage");
const changes = may("identityProvider.change");

const load = (ctx: RouteContext, { params }: { params: z.infer<typeof IdParams> }) =>
  loadIdentityProvider(ctx, params.id);

const presenter = (providerSignIn: ProviderSignIn) => (provider: IdentityProvider) =>
  presentIdentityProvider(provider, providerSignIn.callbackUrl(provider.id));

function collectionRoutes(providerSignIn: ProviderSignIn): Route[] {
  const present = presenter(providerSignIn);
  const list = defineRoute({
    method: "get",
    path: PATH,
    summary: "List identity providers",
    access: lists("identityProvider.manage"),
    query: IdentityProviderQuery,
    listing: identityProviderListing,
    output: IdentityProviderList,
    act: (ctx, { query }) => listIdentityProviders(ctx, listInput(query)),
    present: ({ items, pagination }) => ({ identity_providers: items.map(present), pagination }),
  });
  const create = defineRoute({
    method: "post",
    path: PATH,
    summary: "Register an identity provider. Enter the `redirect_uri` from the answer at the provider",
    access: changes,
    body: CreateIdentityProviderBody,
    status: 201,
    output: IdentityProviderView,
    act: (ctx, { body }) => {
      const { name, kind, client_id: clientId, client_secret: clientSecret } = body;
      const input = { ...changeOf(body), name, kind, clientId, clientSecret };
      return createIdentityProvider({ ...ctx, secrets: providerSignIn.secrets }, input);
    },
    present,
  });
  return [list, create];
}

function itemRoutes(providerSignIn: ProviderSignIn): Route[] {
  const present = presenter(providerSignIn);
  const one = { path: `${PATH}/:id`, access, params: IdParams, load } as const;
  const read = defineRoute({
    ...one,
    method: "get",
    summary: "Get an identity provider",
    output: IdentityProviderView,
    act: async (_ctx, _input, provider) => provider,
    present,
  });
  const update = defineRoute({
    ...one,
    access: changes,
    method: "put",
    summary: "Update an identity provider; applies from the next sign-in",
    body: UpdateIdentityProviderBody,
    output: IdentityProviderView,
    act: (ctx, { body }, provider) =>
      updateIdentityProvider({ ...ctx, secrets: providerSignIn.secrets }, provider, changeOf(body)),
    present,
  });
  const remove = defineRoute({
    ...one,
    method: "delete",
    summary: "Delete an identity provider and all links to it",
    message: "The identity provider was removed",
    act: (ctx, _input, provider) => deleteIdentityProvider(ctx, provider),
  });
  const test = defineRoute({
    ...one,
    path: `${PATH}/:id/test`,
    // A slow provider must not keep a transaction open.
    transaction: "own",
    method: "post",
    summary: "Test whether the provider can be reached; does not sign in or check the secret",
    output: IdentityProviderTest,
    act: async (_ctx, _input, provider) => {
      const problem = await providerSignIn.check(provider);
      return { ok: problem === null, problem };
    },
  });
  return [read, update, remove, test];
}

export const createIdentityProviderRoutes = ({
  providerSignIn,
}: {
  providerSignIn: ProviderSignIn;
}): Route[] => [...collectionRoutes(providerSignIn), ...itemRoutes(providerSignIn)];
