import { z } from "zod";
import { allowedAmong } from "../../domain/access/allowed-among.ts";
import { accessRules, type Action } from "../../domain/access-rules.ts";
import { subjects } from "../../domain/features.ts";
import { defineView } from "../define-schemas.ts";
import { signedIn } from "../access.ts";
import { Id, severalIds } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import { entryOf } from "../../domain/entry-of.rules.ts";
import { keysOf } from "../../domain/keys-of.rules.ts";

/** The actions that apply to a resource type. */
const actionsOn = (subject: string): Action[] =>
  keysOf(accessRules).filter((action) => accessRules[action].on === subject);

const RowsQuery = z.strictObject({
  on: z.enum(Object.keys(subjects)).meta({ description: "The kind of the rows" }),
  ids: severalIds("Which rows"),
});

const RowsView = defineView("PermissionsOfRows", {
  permissions: z.array(z.object({ id: Id, actions: z.array(z.string()) })).meta({
    description: "Allowed actions for each visible row; actions not listed are not allowed",
  }),
});

async function permissionsOn(ctx: RouteContext, { on, ids }: z.infer<typeof RowsQuery>) {
  const { read, ...about } = subjects[on]!;
  const seen = await allowedAmong<{ id: string }>(ctx, read, { ...about, ids });
  const among = { ...about, ids: [...seen] };
  const allowed = new Map<Action, ReadonlySet<string>>();
  for (const action of actionsOn(on))
    allowed.set(action, await allowedAmong<{ id: string }>(ctx, accessRules[action], among));
  return [...seen].map((id) => ({
    id,
    actions: actionsOn(on).filter((action) => entryOf(allowed, action).has(id)),
  }));
}

const read = defineRoute({
  method: "get",
  path: "/api/v1/auth/permissions/rows",
  summary: "Get the caller's permissions for up to 100 rows of one kind, such as a page of a list",
  access: signedIn("read"),
  query: RowsQuery,
  output: RowsView,
  act: (ctx, { query }) => permissionsOn(ctx, query),
  present: (permissions) => ({ permissions }),
});

export const createRowPermissionRoutes = (): Route[] => [read];
