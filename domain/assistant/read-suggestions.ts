import { readGaps } from "../compliance/compliance.queries.ts";
import type { QueryContext } from "../context.ts";
import { allControls } from "../controls/control.queries.ts";
import type { Texts } from "../texts/en.ts";
import { suggestionsOf, type QuestionSuggestion } from "./suggestions.rules.ts";

/** The next steps for a project, by their effect on the score. */
export async function readSuggestions(
  ctx: Pick<QueryContext, "em">,
  projectId: string,
  texts: Texts,
): Promise<QuestionSuggestion[]> {
  const controls = await allControls(ctx, projectId);
  return suggestionsOf(await readGaps(ctx, projectId, controls), controls, texts);
}
