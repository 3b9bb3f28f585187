import { z } from "zod";
import { allowedAmong, type Among } from "../../domain/access/allowed-among.ts";
import { accessRules, type Action } from "../../domain/access-rules.ts";
import { Control } from "../../domain/controls/control.entity.ts";
import { Evidence } from "../../domain/evidence/evidence.entity.ts";
import { Finding } from "../../domain/findings/finding.entity.ts";
import { Policy } from "../../domain/policies/policy.entity.ts";
import { Project } from "../../domain/projects/project.entity.ts";
import { Webhook } from "../../domain/webhooks/webhook.entity.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { signedIn } from "../access.ts";
import { Id, severalIds } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";

/** The resource types that can be queried, each with the rule that decides whether the caller can see one. */
const SUBJECTS = {
  project: { read: "project.read", entity: Project },
  control: { read: "control.read", entity: Control },
  evidence: { read: "evidence.read", entity: Evidence, filter: { deletedAt: null } },
  finding: { read: "finding.read", entity: Finding },
  policy: { read: "policy.read", entity: Policy },
  webhook: { read: "webhook.read", entity: Webhook },
} as const satisfies Record<string, Omit<Among<{ id: string }>, "ids"> & { read: Action }>;

type Subject = keyof typeof SUBJECTS;

/** The actions that apply to a resource type. */
const actionsOn = (subject: Subject): Action[] =>
  (Object.keys(accessRules) as Action[]).filter((action) => accessRules[action].on === subject);

const RowsQuery = z.strictObject({
  on: z.enum(Object.keys(SUBJECTS) as [Subject, ...Subject[]]).meta({ description: "The kind of the rows" }),
  ids: severalIds("Which rows"),
});

const RowsView = z
  .object({
    permissions: z.array(z.object({ id: Id, actions: z.array(z.string()) })).meta({
      description: "Allowed actions for each visible row; actions not listed are not allowed",
    }),
  })
  .register(schemaNames, { id: "PermissionsOfRows" });

async function permissionsOn(ctx: RouteContext, { on, ids }: z.infer<typeof RowsQuery>) {
  const { read, ...about } = SUBJECTS[on];
  const seen = await allowedAmong<{ id: string }>(ctx, accessRules[read], { ...about, ids });
  const among = { ...about, ids: [...seen] };
  const allowed = new Map<Action, ReadonlySet<string>>();
  for (const action of actionsOn(on))
    allowed.set(action, await allowedAmong<{ id: string }>(ctx, accessRules[action], among));
  return [...seen].map((id) => ({
    id,
    actions: actionsOn(on).filter((action) => allowed.get(action)!.has(id)),
  }));
}

const read = defineRoute({
  method: "get",
  path: "/api/v1/auth/permissions/rows",
  service: "identity",
  summary: "Get the caller's permissions for up to 100 rows of one kind, such as a page of a list",
  access: signedIn("read"),
  query: RowsQuery,
  output: RowsView,
  act: (ctx, { query }) => permissionsOn(ctx, query),
  present: (permissions) => ({ permissions }),
});

export const createRowPermissionRoutes = (): Route[] => [read];
