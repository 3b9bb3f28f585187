import { LockMode, type EntityManager } from "@mikro-orm/postgresql";
import { AppError, notFound } from "../../platform/errors.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { where } from "../access/decide.ts";
import type { QueryContext } from "../context.ts";
import { listPage, type ListInput, type Listing, type Page } from "../listing.ts";
import { IdentityProvider } from "./identity-provider.entity.ts";
import { identityProviderAccess } from "./identity-provider.access.ts";

export const identityProviderListing: Listing<IdentityProvider> = {
  entity: IdentityProvider,
  sortable: { created_at: "createdAt", updated_at: "updatedAt", name: "name" },
  searchable: { name: "name" },
  createdAt: "createdAt",
};

export const listIdentityProviders = (
  ctx: QueryContext,
  input: ListInput,
): Promise<Page<Row<IdentityProvider>>> =>
  listPage(ctx.em, identityProviderListing, input, [
    where(ctx.actor, identityProviderAccess["identityProvider.manage"]),
  ]);

/** The provider for its administrators; NOT_FOUND for everyone else. */
export async function loadIdentityProvider(ctx: QueryContext, id: string): Promise<IdentityProvider> {
  const provider = await ctx.em.findOne(IdentityProvider, {
    $and: [{ id }, where(ctx.actor, identityProviderAccess["identityProvider.manage"])],
  });
  if (provider === null) throw notFound("Identity provider");
  return provider;
}

/** The providers on the sign-in page. */
export const offeredProviders = (em: EntityManager): Promise<IdentityProvider[]> =>
  em.find(IdentityProvider, { enabled: true }, { orderBy: { name: "asc", id: "asc" } });

/** An enabled provider; NOT_FOUND if it was removed or disabled in the meantime. */
export async function loadOfferedProvider(
  em: EntityManager,
  id: string,
  lockMode: LockMode = LockMode.NONE,
): Promise<IdentityProvider> {
  const provider = await em.findOne(IdentityProvider, { id, enabled: true }, { lockMode });
  if (provider === null)
    throw new AppError("NOT_FOUND", "This identity provider is no longer offered", {
      details: { reason: "provider_gone" },
    });
  return provider;
}
