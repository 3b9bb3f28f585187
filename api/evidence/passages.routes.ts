import { z } from "zod";
import { readPassages } from "../../domain/evidence/passage.queries.ts";
import { blobKeys } from "../../domain/evidence/blob-keys.rules.ts";
import { unpackText, type KeptPassage } from "../../domain/evidence/kept-text.rules.ts";
import { BlobNotFound, type BlobStore } from "../../platform/blobs/blobs.ts";
import { defineView } from "../define-schemas.ts";
import { PagePosition, presentPosition } from "./page-position.ts";
import { IdParams, PageOf, listQuery } from "../common.contract.ts";
import { defineRoute, type Route } from "../route.ts";
import { reads } from "../access.ts";
import { visibleEvidence } from "../../domain/evidence/evidence.queries.ts";

/** The text kept of a superseded file: none if it was replaced before it was read. */
async function readKeptText(blobs: BlobStore, evidenceId: string): Promise<KeptPassage[]> {
  try {
    return unpackText(await blobs.get(blobKeys(evidenceId).text));
  } catch (error) {
    if (error instanceof BlobNotFound) return [];
    throw error;
  }
}

interface PassageRouteDeps {
  blobs: BlobStore;
}

const PassageQuery = z.strictObject({ page: listQuery.page, limit: listQuery.limit });

const PassageTable = defineView("PassageTable", {
  start: z.int(),
  end: z.int().meta({ description: "The part of the passage's text that says the same, from `start`" }),
  header: z.array(z.string()).meta({ description: "The names of the columns; empty if they are not known" }),
  rows: z.array(z.array(z.string())),
});

const PassageList = PageOf(
  "passages",
  z.object({
    ordinal: z.int().meta({ description: "Position in the file, from 0" }),
    text: z.string(),
    headings: z.array(z.string()).meta({ description: "The headings above it" }),
    page: z.int().nullable(),
    position: PagePosition.nullable().meta({
      description:
        "Its place on its pages; null if the format has no pages, and in files read before positions were kept",
    }),
    sheet: z.string().nullable().meta({ description: "The workbook's sheet" }),
    tables: z.array(PassageTable).meta({
      description: "The rows of tables in the text, as cells; empty in files read before tables were kept",
    }),
  }),
  "PassageList",
);

const list = ({ blobs }: PassageRouteDeps): Route =>
  defineRoute({
    method: "get",
    path: "/api/v1/evidence/:id/passages",
    summary:
      "List the passages extracted from the file, in order, as the search returns them, or returned them for a superseded version",
    access: reads(visibleEvidence),
    params: IdParams,
    query: PassageQuery,
    output: PassageList,
    act: (ctx, { query }, evidence) => readPassages(ctx, evidence, query, (id) => readKeptText(blobs, id)),
    present: ({ items, pagination }) => ({
      passages: items.map((item) => ({
        ordinal: item.ordinal,
        text: item.text,
        headings: item.headings,
        page: item.page ?? null,
        position: presentPosition(item),
        sheet: item.sheet ?? null,
        tables: item.tables ?? [],
      })),
      pagination,
    }),
  });

export const createPassageRoutes = (deps: PassageRouteDeps): Route[] => [list(deps)];
