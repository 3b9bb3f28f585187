import { readGaps } from "../compliance/compliance.queries.ts";
import type { QueryContext } from "../context.ts";
import { allControls } from "../controls/control.queries.ts";
import { savedTexts } from "../users/saved-texts.ts";
import { suggestionsOf, type QuestionSuggestion } from "./suggestions.rules.ts";

/** The next steps for a project, by their effect on the score, in the caller's saved language. */
export async function readSuggestions(
  ctx: Pick<QueryContext, "em" | "actor">,
  projectId: string,
): Promise<QuestionSuggestion[]> {
  const controls = await allControls(ctx, projectId);
  return suggestionsOf(await readGaps(ctx, projectId, controls), controls, await savedTexts(ctx));
}
