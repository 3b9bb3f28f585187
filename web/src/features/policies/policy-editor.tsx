import { Button, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../http/api-error.ts";
import { api } from "../../http/client.ts";
import { Card } from "../../ui/card.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import { useToast } from "../../ui/toast.tsx";
import layout from "../../ui/layout.module.css";
import { PolicyConflict } from "./policy-conflict.tsx";
import type { PolicyDetail } from "./policy.queries.ts";
import styles from "./policies.module.css";

interface EditorProps {
  policy: PolicyDetail & { tag: string | null };
  onClose: () => void;
}

const HTTP_CHANGED_SINCE = 412;

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.status === HTTP_CHANGED_SINCE;

/** Saves with the version the user started from, or the latest one they have seen since. */
function useSave(id: string, onSaved: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ content, tag }: { content: string; tag: string | null }) =>
      api.PUT("/policies/{id}", {
        params: { path: { id }, header: tag === null ? {} : { "If-Match": tag } },
        body: { content },
      }),
    onSuccess: async ({ data }) => {
      onSaved();
      await queries.invalidateQueries({ queryKey: ["policies"] });
      toast({ text: t("policies.saved", { version: data!.data.version }) });
    },
  });
}

/** The text next to a preview; unsaved changes survive a reload. */
export function PolicyEditor({ policy, onClose }: EditorProps) {
  const { t } = useTranslation();
  const [base] = useState(policy.tag);
  const [draft, setDraft] = useDraft(`policy.${policy.id}`);
  const [hadDraft] = useState(draft !== "");
  const [text, setText] = useState(draft === "" ? policy.content : draft);
  const close = () => {
    setDraft("");
    onClose();
  };
  const save = useSave(policy.id, close);
  if (isConflict(save.error))
    return (
      <PolicyConflict
        policyId={policy.id}
        mine={text}
        onSaveMine={(tag) => save.mutate({ content: text, tag })}
        onTakeTheirs={close}
      />
    );
  return (
    <div className={layout["stack"]}>
      {hadDraft && <Note>{t("policies.draft")}</Note>}
      {save.isError && <Problem error={save.error} />}
      <div className={styles["both"]}>
        <Textarea
          className={styles["editor"]}
          label={t("policies.text")}
          rows={28}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setDraft(currentTarget.value);
          }}
        />
        <Card title={t("policies.preview")}>
          <Markdown text={text} />
        </Card>
      </div>
      <div className={layout["inline"]}>
        <Button
          loading={save.isPending}
          disabled={text === policy.content}
          onClick={() => save.mutate({ content: text, tag: base })}
        >
          {t("policies.saveVersion")}
        </Button>
        <Button variant="default" onClick={close}>
          {t("action.cancel")}
        </Button>
      </div>
    </div>
  );
}
