import { Button, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api, dataWithTag } from "../../http/client.ts";
import { useGuardedChange, type Rows, type Tagged } from "../../http/use-guarded-change.ts";
import { ChangeProblem } from "../../ui/change-problem.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { useEditDraft } from "../../ui/use-edit-draft.ts";
import layout from "../../ui/layout.module.css";
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
  const { draft, seen, leave, keepTheirs } = useEditDraft<Seen, { answer: string }>({
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
      leave();
      await queries.invalidateQueries({ queryKey: ["questionnaires"] });
      onSaved();
    },
  });
  const answer = draft.fields.answer.trim();
  const body = { decision: "edit" as const, answer };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate({ body, over: seen });
  };
  return (
    <form onSubmit={submit} className={layout["stack"]}>
      <DraftNote draft={draft} />
      <Textarea
        label={t("questionnaires.answer")}
        autoFocus
        rows={6}
        value={draft.fields.answer}
        onChange={({ currentTarget }) => draft.set({ answer: currentTarget.value })}
      />
      <ChangeProblem
        change={change}
        rowsOf={rowsOf}
        mine={rowsOf({ answer, state: "edited" })}
        body={body}
        onLeave={keepTheirs}
      />
      <div className={layout["inline"]}>
        <Button type="submit" size="xs" loading={change.isPending} disabled={answer === ""}>
          {t("questionnaires.save")}
        </Button>
        <Button size="xs" variant="default" onClick={leave}>
          {t("action.cancel")}
        </Button>
      </div>
    </form>
  );
}
