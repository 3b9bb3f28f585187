import { z } from "zod";
import { CONTROL_STATUSES } from "../../domain/controls/control.rules.ts";
import type { Suggestion } from "../../domain/evidence/suggestion.queries.ts";
import { ControlRef, Id } from "../common.contract.ts";
import { defineBody, defineView } from "../define-schemas.ts";

export const ReuseBody = defineBody("ReuseEvidenceBody", {
  project_id: Id.meta({ description: "The project to copy into" }),
  control_id: ControlRef.optional().meta({
    description: "The control it serves there; by default the controls in the cross map",
  }),
});

export const SuggestionList = defineView("SuggestionList", {
  suggestions: z.array(
    z.object({
      project_id: Id,
      project_name: z.string(),
      framework: z.string(),
      control_id: Id,
      number: z.string(),
      title: z.string(),
      status: z.enum(CONTROL_STATUSES),
      progress: z.number(),
      through: z
        .array(z.string())
        .meta({ description: "Numbers of the evidence's controls that map to this one" }),
    }),
  ),
});

export const presentSuggestion = ({
  project,
  control,
  through,
}: Suggestion): z.infer<typeof SuggestionList>["suggestions"][number] => ({
  project_id: project.id,
  project_name: project.name,
  framework: project.framework,
  control_id: control.id,
  number: control.number,
  title: control.title,
  status: control.status,
  progress: control.progress,
  through,
});
