import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../http/client.ts";
import type { Evidence } from "../evidence/evidence.queries.ts";

const PAGE_ROWS = 100;
const MAX_PAGES = 20;

/**
 * Evidence for the auditor: approved or rejected. Loads all pages, because the list is grouped by control.
 */
export const auditedEvidenceQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["evidence", "audited", projectId],
    queryFn: async ({ signal }) => {
      const all: Evidence[] = [];
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const query = { project_id: projectId, status: "approved,rejected", limit: PAGE_ROWS, page };
        const { evidence, pagination } = await dataOf(api.GET("/evidence", { params: { query }, signal }));
        all.push(...evidence);
        if (page >= pagination.pages) break;
      }
      return all;
    },
  });
