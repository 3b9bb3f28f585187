import { recordOf } from "../../domain/record-of.rules.ts";
import { z } from "zod";
import { EXTENTS, permissionsOf } from "../../domain/access/permissions.ts";
import { accessRules } from "../../domain/access-rules.ts";
import { loadEvidence } from "../../domain/evidence/evidence.queries.ts";
import { loadFinding } from "../../domain/findings/finding.queries.ts";
import { loadPolicy } from "../../domain/policies/policy.queries.ts";
import { loadProject } from "../../domain/projects/project.queries.ts";
import { loadWebhook } from "../../domain/webhooks/webhook.queries.ts";
import { signedIn } from "../access.ts";
import { NamedId } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import { defineView } from "../define-schemas.ts";
import { keysOf } from "../../domain/keys-of.rules.ts";

type Load = (ctx: RouteContext, id: string) => Promise<unknown>;

/** The resource types that can be queried, by parameter name. */
const SUBJECTS = {
  project_id: { on: "project", load: loadProject },
  evidence_id: { on: "evidence", load: loadEvidence },
  finding_id: { on: "finding", load: loadFinding },
  policy_id: { on: "policy", load: loadPolicy },
  webhook_id: { on: "webhook", load: loadWebhook },
} as const satisfies Record<string, { on: string; load: Load }>;

const subjectNames = keysOf(SUBJECTS);

const PermissionsQuery = z
  .strictObject(
    recordOf(subjectNames, (name) =>
      NamedId.optional().meta({ description: `Answer for this ${SUBJECTS[name].on}` }),
    ),
  )
  .superRefine((query, ctx) => {
    const [, second] = subjectNames.filter((name) => query[name] !== undefined);
    if (second === undefined) return;
    ctx.addIssue({ code: "custom", path: [second], message: "names more than one resource: send one" });
  });

const PermissionsView = defineView("PermissionList", {
  scopes: z.array(z.string()),
  permissions: z.array(
    z.object({
      action: z.string(),
      allowed: z.enum(EXTENTS),
      because: z.string().nullable().meta({
        description:
          "Why it is never allowed: role, scope, credential, sign_in, condition, or state: of the resource, such as an archived project",
      }),
    }),
  ),
});

/** The requested resource if the caller can see it, otherwise NOT_FOUND. */
async function loadSubject(
  ctx: RouteContext,
  query: z.infer<typeof PermissionsQuery>,
): Promise<{ on: string; row: unknown } | undefined> {
  const name = subjectNames.find((one) => query[one] !== undefined);
  if (name === undefined) return undefined;
  const { on, load } = SUBJECTS[name];
  return { on, row: await load(ctx, query[name]!) };
}

const read = defineRoute({
  method: "get",
  path: "/api/v1/auth/permissions",
  summary:
    "What the caller may do: each action always, on some rows, or never. Or, for one resource, yes or no",
  access: signedIn("read"),
  query: PermissionsQuery,
  output: PermissionsView,
  answers: { 404: "The resource does not exist or is not visible to the caller" },
  load: (ctx: RouteContext, { query }) => loadSubject(ctx, query),
  act: async ({ actor }, _input, subject) => ({
    actor,
    permissions: permissionsOf(accessRules, actor, subject),
  }),
  present: ({ actor, permissions }) => ({ scopes: [...actor.scopes], permissions }),
});

export const createPermissionRoutes = (): Route[] => [read];
