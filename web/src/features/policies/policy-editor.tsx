import { Button, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { useGuardedChange, type Rows, type Tagged } from "../../http/use-guarded-change.ts";
import { ChangeProblem } from "../../ui/change-problem.tsx";
import { Card } from "../../ui/card.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Note } from "../../ui/note.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useEditDraft } from "../../ui/use-edit-draft.ts";
import layout from "../../ui/layout.module.css";
import { policyQuery, type PolicyDetail } from "./policy.queries.ts";
import styles from "./policies.module.css";

interface EditorProps {
  policy: PolicyDetail & Tagged;
  onClose: () => void;
}

/** Saves over the version the user started from, or the latest one they have seen since. */
function useSave(id: string, onSaved: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const read = () => queries.query({ ...policyQuery(id), staleTime: 0 });
  return useGuardedChange({
    send: (body: { content: string }, guard) =>
      api.PUT("/policies/{id}", { params: { path: { id }, ...guard }, body }),
    read,
    rowsOf: useRows(),
    onSuccess: async () => {
      const { version } = await read();
      onSaved();
      await queries.invalidateQueries({ queryKey: ["policies"] });
      toast({ text: t("policies.saved", { version }) });
    },
  });
}

function useRows(): (policy: { content: string }) => Rows {
  const { t } = useTranslation();
  return ({ content }) => [[t("policies.text"), content]];
}

/** The text next to a preview; unsaved changes survive a reload. */
export function PolicyEditor({ policy, onClose }: EditorProps) {
  const { t } = useTranslation();
  const rowsOf = useRows();
  const { draft, seen, leave } = useEditDraft({
    name: `policy.${policy.id}`,
    resource: policy,
    factsOf: ({ content }) => ({ content }),
    onDone: onClose,
  });
  const { content: text } = draft.fields;
  const save = useSave(policy.id, leave);
  return (
    <div className={layout["stack"]}>
      {draft.isRestored && <Note>{t("policies.draft")}</Note>}
      <ChangeProblem
        change={save}
        rowsOf={rowsOf}
        mine={rowsOf({ content: text })}
        body={{ content: text }}
        show={(content) => <Markdown text={content} />}
        onLeave={leave}
      />
      <div className={styles["both"]}>
        <Textarea
          className={styles["editor"]}
          label={t("policies.text")}
          value={text}
          onChange={({ currentTarget }) => draft.set({ content: currentTarget.value })}
        />
        <div className={styles["preview"]} tabIndex={0}>
          <Card title={t("policies.preview")}>
            <Markdown text={text} />
          </Card>
        </div>
      </div>
      <div className={styles["bar"]}>
        <Button
          size="xs"
          loading={save.isPending}
          disabled={text === policy.content}
          onClick={() => save.mutate({ body: { content: text }, over: seen })}
        >
          {t("policies.saveVersion")}
        </Button>
        <Button size="xs" variant="default" onClick={leave}>
          {t("action.cancel")}
        </Button>
      </div>
    </div>
  );
}
