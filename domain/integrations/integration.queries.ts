import { loadVisible } from "../access/load-visible.ts";
import type { QueryContext } from "../context.ts";
import { Integration } from "./integration.entity.ts";
import type { IntegrationKind } from "./integration.rules.ts";
import { integrationAccess } from "./integration.access.ts";

/** All configured integrations. Callers who may read one may read all. */
export const listIntegrations = (ctx: QueryContext): Promise<Integration[]> =>
  ctx.em.find(Integration, {}, { orderBy: { kind: "asc" } });

/** The integration; NOT_FOUND if it is not configured, or the caller may not manage it. */
export const loadIntegration = (ctx: QueryContext, kind: IntegrationKind): Promise<Integration> =>
  loadVisible(
    ctx,
    { entity: Integration, rule: integrationAccess["integration.manage"], name: "Integration" },
    { given: kind, is: { kind } },
  );
