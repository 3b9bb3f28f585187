import { z } from "zod";
import { readSuggestions } from "../../domain/assistant/read-suggestions.ts";
import { savedTexts } from "../../domain/users/saved-texts.ts";
import { pageOf } from "../../domain/listing.ts";
import { NamedId, PageOf, listQuery } from "../common.contract.ts";
import { defineRoute, type Route } from "../route.ts";
import { SuggestionView } from "./chat.contract.ts";
import { readsProject } from "../projects/reads-project.ts";

const SuggestionQuery = z.strictObject({
  project_id: NamedId.meta({ description: "The project" }),
  page: listQuery.page,
  limit: listQuery.limit
    .unwrap()
    .default(10)
    .meta({ description: "Suggestions per page, most useful first" }),
});

export const createSuggestionRoutes = (): Route[] => [
  defineRoute({
    method: "get",
    path: "/api/v1/ai/suggestions",
    summary: "List suggested next steps for a project, by their effect on the score",
    access: readsProject,
    query: SuggestionQuery,
    answers: { 404: "The project does not exist or is not visible to the caller" },
    output: PageOf("suggestions", SuggestionView, "ProjectSuggestions"),
    act: async (ctx, { query }, project) =>
      pageOf(await readSuggestions(ctx, project.id, await savedTexts(ctx)), query),
    present: ({ items, pagination }) => ({ suggestions: items, pagination }),
  }),
];
