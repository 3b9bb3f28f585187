import type { Row } from "../../platform/database/read-rows.ts";
import { where } from "../access/decide.ts";
import { loadVisible, type Visible } from "../access/load-visible.ts";
import type { QueryContext } from "../context.ts";
import { listPage, matching, type ListInput, type Listing, type Page } from "../listing.ts";
import { ApiKey } from "./api-key.entity.ts";
import { apiKeyAccess } from "./api-key.access.ts";

export const apiKeyListing: Listing<ApiKey> = {
  entity: ApiKey,
  sortable: { created_at: "createdAt", name: "name", expires_at: "expiresAt", last_used_at: "lastUsedAt" },
  searchable: { name: "name", description: "description" },
  createdAt: "createdAt",
};

const visible: Visible<ApiKey> = {
  entity: ApiKey,
  rule: apiKeyAccess["api_key.read"],
  name: "API key",
  populate: ["owner"],
};

/** The caller's keys or, for admins, everyone's, newest first, including revoked ones. */
export const listApiKeys = (
  ctx: QueryContext,
  input: ListInput & { ownerId?: string | undefined },
): Promise<Page<Row<ApiKey>>> =>
  listPage(ctx.em, apiKeyListing, input, [
    where(ctx.actor, apiKeyAccess["api_key.read"]),
    ...matching({ owner: input.ownerId }),
  ]);

/** The key, if the caller can see it; otherwise NOT_FOUND. */
export const loadApiKey = (ctx: QueryContext, id: string): Promise<ApiKey> => loadVisible(ctx, visible, id);
