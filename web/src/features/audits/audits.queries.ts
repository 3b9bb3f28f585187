import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../http/client.ts";
import type { Evidence } from "../evidence/evidence.queries.ts";

const PAGE_ROWS = 100;
const MAX_PAGES = 20;

/** Expired evidence needs no decision, but its acceptance stays. */
const concerns = ({ status, acceptance }: Evidence): boolean =>
  status !== "expired" || acceptance === "accepted";

/**
 * Evidence for the auditor: approved or rejected, and what was accepted before it expired. Loads all pages, because the
 * list is grouped by control.
 */
export const auditedEvidenceQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["evidence", "audited", projectId],
    queryFn: async ({ signal }) => {
      const all: Evidence[] = [];
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const query = { project_id: projectId, status: "approved,rejected,expired", limit: PAGE_ROWS, page };
        const { evidence, pagination } = await dataOf(api.GET("/evidence", { params: { query }, signal }));
        all.push(...evidence.filter(concerns));
        if (page >= pagination.pages) break;
      }
      return all;
    },
  });
