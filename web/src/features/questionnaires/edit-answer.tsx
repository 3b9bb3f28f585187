import { Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataWithTag } from "../../http/client.ts";
import { useGuardedChange, type Rows, type Tagged } from "../../http/use-guarded-change.ts";
import { EditForm } from "../../ui/edit-form.tsx";
import { useEditDraft } from "../../ui/use-edit-draft.ts";
import type { Item } from "./questionnaire.queries.ts";

/** Key under which an unsaved answer is stored. */
const draftOf = ({ id }: Item): string => `answer.${id}`;

/** The name of the draft for `hasDraft` and `dropDraft`. */
export const answerDraftOf = (item: Item): string => `form.${draftOf(item)}`;

type Seen = Item & Tagged;

/** What the form shows: the answer, and who decided about it. */
function useRows(): (item: Pick<Item, "answer" | "state">) => Rows {
  const { t } = useTranslation();
  return ({ answer, state }) => [
    [t("questionnaires.answer"), answer ?? ""],
    [t("questionnaires.status"), t(`itemState.${state}`)],
  ];
}

interface EditProps {
  questionnaireId: string;
  item: Item;
  onSaved: () => void;
  onCancel: () => void;
}

/** An own answer, saved unless someone else has answered in the meantime. */
export function EditAnswer({ questionnaireId, item, onSaved, onCancel }: EditProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const rowsOf = useRows();
  const edit = useEditDraft<Seen, { answer: string }>({
    name: draftOf(item),
    resource: { ...item, tag: null },
    factsOf: ({ answer }) => ({ answer: answer ?? "" }),
    onDone: onCancel,
  });
  const path = { id: questionnaireId, itemId: item.id };
  const change = useGuardedChange<Seen, { decision: "edit"; answer: string }>({
    send: (body, guard) =>
      api.PUT("/questionnaires/{id}/items/{itemId}", { params: { path, ...guard }, body }),
    read: () => dataWithTag(api.GET("/questionnaires/{id}/items/{itemId}", { params: { path } })),
    rowsOf,
    onSuccess: async () => {
      edit.leave();
      onSaved();
      await queries.invalidateQueries({ queryKey: ["questionnaires"] });
    },
  });
  const { draft } = edit;
  const answer = draft.fields.answer.trim();
  return (
    <EditForm
      edit={edit}
      change={change}
      body={{ decision: "edit" as const, answer }}
      rowsOf={rowsOf}
      mine={rowsOf({ answer, state: "edited" })}
      canSave={answer !== ""}
      saveText={t("questionnaires.save")}
    >
      <Textarea
        label={t("questionnaires.answer")}
        autoFocus
        onFocus={({ currentTarget: field }) =>
          field.setSelectionRange(field.value.length, field.value.length)
        }
        rows={6}
        value={draft.fields.answer}
        onChange={({ currentTarget }) => draft.set({ answer: currentTarget.value })}
      />
    </EditForm>
  );
}
