import { z } from "zod";
import { readSuggestions } from "../../domain/assistant/read-suggestions.ts";
import { NamedId } from "../common.contract.ts";
import { defineRoute, type Route } from "../route.ts";
import { SuggestionView } from "./chat.contract.ts";
import { defineView } from "../define-schemas.ts";
import { readsProject } from "../projects/reads-project.ts";

const SuggestionQuery = z.strictObject({
  project_id: NamedId.meta({ description: "The project" }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(10)
    .meta({ description: "Number of suggestions, most useful first" }),
});

export const createSuggestionRoutes = (): Route[] => [
  defineRoute({
    method: "get",
    path: "/api/v1/ai/suggestions",
    summary: "List suggested next steps for a project, by their effect on the score",
    access: readsProject,
    query: SuggestionQuery,
    answers: { 404: "The project does not exist or is not visible to the caller" },
    output: defineView("ProjectSuggestions", { suggestions: z.array(SuggestionView) }),
    act: async (ctx, { query }, project) => (await readSuggestions(ctx, project.id)).slice(0, query.limit),
    present: (suggestions) => ({ suggestions }),
  }),
];
