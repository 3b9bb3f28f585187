import { z } from "zod";
import { listPassages } from "../../domain/evidence/passage.queries.ts";
import { readEvidence } from "../../domain/evidence/evidence.queries.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { may } from "../access.ts";
import { IdParams, Pagination, listQuery } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";

const PassageQuery = z.strictObject({ page: listQuery.page, limit: listQuery.limit });

const PassageList = z
  .object({
    passages: z.array(
      z.object({
        ordinal: z.int().meta({ description: "Position in the file, from 0" }),
        text: z.string(),
        headings: z.array(z.string()).meta({ description: "The headings above it" }),
        page: z.int().nullable(),
        sheet: z.string().nullable().meta({ description: "The workbook's sheet" }),
      }),
    ),
    pagination: Pagination,
  })
  .register(schemaNames, { id: "PassageList" });

const list = defineRoute({
  method: "get",
  path: "/api/v1/evidence/:id/passages",
  service: "documents",
  summary: "List the passages extracted from the file, in order, as the search knows them",
  access: may("evidence.read"),
  params: IdParams,
  query: PassageQuery,
  output: PassageList,
  load: (ctx: RouteContext, { params }) => readEvidence(ctx, params.id),
  act: (ctx, { query }, evidence) => listPassages(ctx, evidence, query),
  present: ({ items, pagination }) => ({
    passages: items.map(({ ordinal, text, headings, page, sheet }) => ({
      ordinal,
      text,
      headings,
      page: page ?? null,
      sheet: sheet ?? null,
    })),
    pagination,
  }),
});

export const createPassageRoutes = (): Route[] => [list];
