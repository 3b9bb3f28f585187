import { z } from "zod";
import { unlinkUpstreamAccount } from "../../domain/identity-providers/upstream-account.commands.ts";
import {
  listUpstreamAccounts,
  loadManagedUser,
  loadUpstreamAccount,
  type ListedAccount,
  upstreamAccountListing,
} from "../../domain/identity-providers/upstream-account.queries.ts";
import { may } from "../access.ts";
import { Id, IdParams, PageOf, Timestamp, listInput, listQuery, idParams } from "../common.contract.ts";
import { defineRoute, type Route } from "../route.ts";
import { defineView } from "../define-schemas.ts";

const PATH = "/api/v1/users/:id/upstream-accounts";
const access = may("user.manage");

const AccountParams = idParams({ id: "The user", accountId: "The account at the provider" });
const AccountView = defineView("UpstreamAccount", {
  id: Id,
  issuer: z.string(),
  subject: z.string(),
  provider: z.object({ id: Id, name: z.string() }),
  created_at: Timestamp,
  last_used_at: Timestamp,
});
const AccountList = PageOf("upstream_accounts", AccountView, "UpstreamAccountList");

const present = (account: ListedAccount): z.infer<typeof AccountView> => ({
  id: account.id,
  issuer: account.issuer,
  subject: account.subject,
  provider: { id: account.provider.id, name: account.provider.name },
  created_at: account.createdAt.toISOString(),
  last_used_at: account.lastUsedAt.toISOString(),
});

const list = defineRoute({
  method: "get",
  path: PATH,
  summary: "List a user's linked identity provider accounts",
  access,
  params: IdParams,
  query: z.strictObject(listQuery),
  listing: upstreamAccountListing,
  output: AccountList,
  load: (ctx, { params }) => loadManagedUser(ctx, params.id),
  act: (ctx, { query }, user) => listUpstreamAccounts(ctx, user, listInput(query)),
  present: ({ items, pagination }) => ({ upstream_accounts: items.map(present), pagination }),
});

const unlink = defineRoute({
  method: "delete",
  path: `${PATH}/:accountId`,
  summary: "Unlink an identity provider account",
  access,
  params: AccountParams,
  message: "The account was unlinked",
  load: (ctx, { params }) => loadManagedUser(ctx, params.id),
  act: async (ctx, { params }, user) =>
    unlinkUpstreamAccount(ctx, await loadUpstreamAccount(ctx, user, params.accountId)),
});

export const createUpstreamAccountRoutes = (): Route[] => [list, unlink];
