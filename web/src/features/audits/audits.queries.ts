import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../http/client.ts";
import type { Evidence } from "../evidence/evidence.queries.ts";

const PAGE_ROWS = 100;
/** What is uploaded while the pages are loaded comes last, and moves no other to the next page. */
const IN_ORDER = { sort: "uploaded_at", order: "asc", limit: PAGE_ROWS } as const;

/** Expired evidence needs no decision, but its acceptance stays. */
const concerns = ({ status, acceptance }: Evidence): boolean =>
  status !== "expired" || acceptance === "accepted";

/**
 * Evidence for the auditor, the latest first: approved or rejected, and what was accepted before it expired. Loads all
 * pages, because the list is grouped by control.
 */
export const auditedEvidenceQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["evidence", "audited", projectId],
    queryFn: async ({ signal }) => {
      const selected = { project_id: projectId, status: "approved,rejected,expired", ...IN_ORDER };
      const all = new Map<string, Evidence>();
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const query = { ...selected, page };
        const { evidence, pagination } = await dataOf(api.GET("/evidence", { params: { query }, signal }));
        for (const one of evidence) all.set(one.id, one);
        ({ pages } = pagination);
      }
      return [...all.values()].filter(concerns).toReversed();
    },
  });
