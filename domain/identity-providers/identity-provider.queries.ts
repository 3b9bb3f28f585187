import { LockMode, type EntityManager } from "@mikro-orm/postgresql";
import { AppError } from "../../platform/errors.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { where } from "../access/decide.ts";
import { loadVisible, type Visible } from "../access/load-visible.ts";
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

const visible: Visible<IdentityProvider> = {
  entity: IdentityProvider,
  rule: identityProviderAccess["identityProvider.manage"],
  name: "Identity provider",
};

export const listIdentityProviders = (
  ctx: QueryContext,
  input: ListInput,
): Promise<Page<Row<IdentityProvider>>> =>
  listPage(ctx.em, identityProviderListing, input, [where(ctx.actor, visible.rule)]);

/** The provider for its administrators; NOT_FOUND for everyone else. */
export const loadIdentityProvider = (ctx: QueryContext, id: string): Promise<IdentityProvider> =>
  loadVisible(ctx, visible, id);

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
