import { notFound } from "../../platform/errors.ts";
import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { loadVisible } from "../access/load-visible.ts";
import type { QueryContext } from "../context.ts";
import { listPage, type ListInput, type Listing, type Page } from "../listing.ts";
import { User } from "../users/user.entity.ts";
import { IdentityProvider } from "./identity-provider.entity.ts";
import { UpstreamAccount } from "./upstream-account.entity.ts";
import { userAccess } from "../users/user.access.ts";
import { entryOf } from "../entry-of.rules.ts";

export const upstreamAccountListing: Listing<UpstreamAccount> = {
  entity: UpstreamAccount,
  sortable: { created_at: "createdAt", last_used_at: "lastUsedAt", issuer: "issuer" },
  searchable: { issuer: "issuer", subject: "subject" },
  createdAt: "createdAt",
};

/** The user for those who manage users; NOT_FOUND for everyone else. */
export const loadManagedUser = (ctx: QueryContext, id: string): Promise<User> =>
  loadVisible(ctx, { entity: User, rule: userAccess["user.manage"], name: "User" }, id);

/** An account with its provider. */
export type ListedAccount = Omit<Row<UpstreamAccount>, "provider"> & {
  readonly provider: { readonly id: string; readonly name: string };
};

export async function listUpstreamAccounts(
  ctx: QueryContext,
  user: User,
  input: ListInput,
): Promise<Page<ListedAccount>> {
  const { items, pagination } = await listPage(ctx.em, upstreamAccountListing, input, [{ user: user.id }]);
  const ids = items.map(({ provider }) => provider.id);
  const providers = await readRows(ctx.em, IdentityProvider, { where: { id: { $in: ids } } });
  const byId = new Map(providers.map((provider) => [provider.id, provider]));
  return {
    items: items.map((account) => ({ ...account, provider: entryOf(byId, account.provider.id) })),
    pagination,
  };
}

export async function loadUpstreamAccount(
  ctx: QueryContext,
  user: User,
  id: string,
): Promise<UpstreamAccount> {
  const account = await ctx.em.findOne(UpstreamAccount, { id, user: user.id });
  if (account === null) throw notFound("Upstream account");
  return account;
}
