import { z } from "zod";
import { unlinkAccount } from "../../domain/integrations/linked-account.commands.ts";
import type { LinkedAccount } from "../../domain/integrations/linked-account.entity.ts";
import {
  listLinkedAccounts,
  loadLinkedAccount,
  linkedAccountListing,
} from "../../domain/integrations/linked-account.queries.ts";
import { LINK_PATH, CHAT_KINDS } from "../../domain/integrations/linked-account.rules.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { lists, may, open } from "../access.ts";
import {
  Id,
  IdParams,
  NamedId,
  PageOf,
  Timestamp,
  listInput,
  listQuery,
  several,
} from "../common.contract.ts";
import { PersonOf } from "../people.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import { writeAuthorizationError } from "../identity/oauth/browser/authorization-error.ts";
import { answerLink, showLink } from "../identity/oauth/browser/link-account.ts";
import {
  createBrowserDeps,
  guessedAccount,
  type BrowserRouteDeps,
} from "../identity/oauth/browser/sign-in.ts";
import { signInBody } from "../identity/oauth/browser/sign-in-body.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineView } from "../define-schemas.ts";

const PATH = "/api/v1/linked-accounts";

const LinkedAccountView = defineView("LinkedAccount", {
  id: Id,
  kind: z.enum(CHAT_KINDS),
  display_name: z.string(),
  user_id: Id,
  user: PersonOf("user_id"),
  linked_at: Timestamp,
});
const LinkedAccountList = PageOf("linked_accounts", LinkedAccountView, "LinkedAccountList");
const LinkedAccountQuery = z.strictObject({
  ...listQuery,
  user_id: NamedId.optional().meta({ description: "Only accounts of this user; for admins" }),
  kind: several(CHAT_KINDS, "Only accounts of these chats"),
});

const present = (account: Row<LinkedAccount>): z.infer<typeof LinkedAccountView> => ({
  id: account.id,
  kind: account.kind,
  display_name: account.displayName,
  user_id: account.user.id,
  linked_at: account.linkedAt.toISOString(),
});

const list = defineRoute({
  method: "get",
  path: PATH,
  summary: "List linked chat accounts: your own, or everyone's for admins",
  access: lists("linkedAccount.read"),
  query: LinkedAccountQuery,
  listing: linkedAccountListing,
  output: LinkedAccountList,
  act: (ctx, { query }) => {
    const { user_id: userId, kind } = query;
    return listLinkedAccounts(ctx, { ...listInput(query), userId, kind });
  },
  present: ({ items, pagination }) => ({ linked_accounts: items.map(present), pagination }),
});

const unlink = defineRoute({
  method: "delete",
  path: `${PATH}/:id`,
  summary: "Unlink a chat account",
  access: may("linkedAccount.unlink"),
  params: IdParams,
  message: "The account was unlinked",
  load: (ctx: RouteContext, { params }) => loadLinkedAccount(ctx, params.id),
  act: (ctx, _input, account) => unlinkAccount(ctx, account),
});

const LinkQuery = z.object({
  token: z.string().max(100).default("").meta({ description: "The token from the link in the chat" }),
});
const LinkBody = signInBody(["sign-in", "code", "switch", "allow", "deny"]).register(schemaNames, {
  id: "LinkForm",
});

const page = {
  path: LINK_PATH,
  access: open("the page signs the user in"),
  query: LinkQuery,
  answer: "raw",
  produces: "text/html",
  writeError: writeAuthorizationError,
} as const;

export function createLinkedAccountRoutes(deps: BrowserRouteDeps): Route[] {
  const browser = createBrowserDeps(deps);
  const show = defineRoute({
    ...page,
    method: "get",
    summary: "Page: link a chat account to a user",
    answers: { 404: "The link has expired or was used" },
    throttle: () => null,
    act: (ctx, { query }) => showLink(ctx, query.token, browser),
  });
  const answer = defineRoute({
    ...page,
    method: "post",
    summary: "Form post of the page",
    answers: { 303: "Redirect to the next page", 404: "The link has expired or was used" },
    form: true,
    body: LinkBody,
    throttle: ({ body }) => (body.action === "allow" || body.action === "deny" ? null : guessedAccount(body)),
    act: (ctx, { query, body: form }) => answerLink(ctx, { token: query.token, form }, browser),
  });
  return [list, unlink, show, answer];
}
