import { z } from "zod";
import type { Subject } from "../../domain/access/access-rule.ts";
import { EXTENTS, permissionsOf } from "../../domain/access/decide.ts";
import { loadEvidence } from "../../domain/evidence/evidence.queries.ts";
import { loadFinding } from "../../domain/findings/finding.queries.ts";
import { loadProject } from "../../domain/projects/project.queries.ts";
import { signedIn } from "../access.ts";
import { Id } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";

const PermissionsQuery = z
  .strictObject({ project_id: Id.optional(), evidence_id: Id.optional(), finding_id: Id.optional() })
  .superRefine((query, ctx) => {
    const [, second] = Object.entries(query).filter(([, id]) => id !== undefined);
    if (second === undefined) return;
    ctx.addIssue({ code: "custom", path: [second[0]], message: "ask about one resource at a time" });
  });

const PermissionsView = z.object({
  scopes: z.array(z.string()),
  permissions: z.array(
    z.object({
      action: z.string(),
      allowed: z.enum(EXTENTS),
      because: z.string().nullable().meta({ description: "why never: role, scope, credential or condition" }),
    }),
  ),
});

/** The resource that was asked about, if the caller sees it; otherwise NOT_FOUND. */
async function loadSubject(
  ctx: RouteContext,
  query: z.infer<typeof PermissionsQuery>,
): Promise<{ on: Subject; row: unknown } | undefined> {
  if (query.project_id !== undefined) return { on: "project", row: await loadProject(ctx, query.project_id) };
  if (query.finding_id !== undefined) return { on: "finding", row: await loadFinding(ctx, query.finding_id) };
  if (query.evidence_id === undefined) return undefined;
  return { on: "evidence", row: await loadEvidence(ctx, query.evidence_id) };
}

const read = defineRoute({
  method: "get",
  path: "/api/v1/auth/permissions",
  service: "identity",
  summary: "What the caller may do: each action always, on some of its rows, or never; or on one resource",
  access: signedIn("read"),
  query: PermissionsQuery,
  output: PermissionsView,
  answers: { 404: "The resource does not exist, or the caller does not see it" },
  load: (ctx: RouteContext, { query }) => loadSubject(ctx, query),
  act: async ({ actor }, _input, subject) => ({ actor, permissions: permissionsOf(actor, subject) }),
  present: ({ actor, permissions }) => ({ scopes: [...actor.scopes], permissions }),
});

export const createPermissionRoutes = (): Route[] => [read];
