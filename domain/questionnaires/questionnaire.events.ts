import { z } from "zod";
import { ITEM_STATES } from "./questionnaire.rules.ts";
import { event, exampleId } from "../events/event-definition.ts";

const reference = z.object({
  id: z.string(),
  file_name: z.string(),
  project_id: z.string(),
  uploaded_by: z.string(),
});

const questionnaire = {
  id: exampleId(1),
  file_name: "security-questionnaire.xlsx",
  project_id: exampleId(2),
  uploaded_by: exampleId(4),
};

const attempted = { questionnaire: reference, attempt: z.int() };
const decided = {
  questionnaire: reference,
  item: z.object({ id: z.string(), row: z.int(), state: z.enum(ITEM_STATES) }),
};
const named = { questionnaire: reference };

export const questionnaireEvents = {
  "questionnaire.uploaded": event("A questionnaire was uploaded; a workflow answers it", attempted, {
    questionnaire,
    attempt: 0,
  }),
  "questionnaire.retried": event(
    "Undecided questions of a questionnaire are being answered again",
    attempted,
    {
      questionnaire,
      attempt: 1,
    },
  ),
  "questionnaire.answered": event(
    "All questions of a questionnaire have been processed; its answers are ready to be reviewed",
    { questionnaire: reference, suggested: z.int(), no_evidence: z.int() },
    { questionnaire, suggested: 120, no_evidence: 14 },
  ),
  "questionnaire.failed": event(
    "A questionnaire could not be answered",
    { questionnaire: reference, reason: z.string() },
    { questionnaire, reason: "The search did not answer: retry later" },
  ),
  "questionnaire.item_decided": event("A person accepted, edited or rejected an answer", decided, {
    questionnaire,
    item: { id: exampleId(3), row: 7, state: "accepted" },
  }),
  "questionnaire.answer_reused": event("An answer of this questionnaire was reused in another one", decided, {
    questionnaire,
    item: { id: exampleId(3), row: 7, state: "edited" },
  }),
  "questionnaire.deleted": event("A questionnaire was deleted with its answers", named, {
    questionnaire,
  }),
};
