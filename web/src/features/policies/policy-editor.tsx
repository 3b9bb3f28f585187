import { Button, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { stateRevision, statedVersion } from "../../../../domain/policies/document-version.rules.ts";
import { api } from "../../http/client.ts";
import { useGuardedChange, type Rows, type Tagged } from "../../http/use-guarded-change.ts";
import { dayOf } from "../../i18n/day-bounds.ts";
import { ChangeProblem } from "../../ui/change-problem.tsx";
import { Card } from "../../ui/card.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Note } from "../../ui/note.tsx";
import { ReadOnlyNote } from "../../ui/read-only-note.tsx";
import { SaveButtons } from "../../ui/save-buttons.tsx";
import { TextDiff } from "../../ui/text-diff.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useEditDraft } from "../../ui/use-edit-draft.ts";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";
import { policyQuery, type PolicyDetail } from "./policy.queries.ts";
import styles from "./policies.module.css";
import { useScrollTogether } from "./use-scroll-together.ts";

const draftOf = (id: string): string => `policy.${id}`;

/** The name of the draft for `hasDraft`. */
export const policyDraftOf = ({ id }: Pick<PolicyDetail, "id">): string => `form.${draftOf(id)}`;

interface EditorProps {
  policy: PolicyDetail & Tagged;
  /** Whether someone has archived the project: the text stays, read-only. */
  isArchived: boolean;
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

interface StatedVersionProps {
  text: string;
  /** The version that saving makes. */
  next: number;
  onUpdate: (text: string) => void;
}

/** A saved version must not call itself by the number of an earlier one. */
function StatedVersion({ text, next, onUpdate }: StatedVersionProps) {
  const { t } = useTranslation();
  const { name, preferences } = useProfile();
  const stated = statedVersion(text);
  if (stated === null || stated === next) return null;
  const update = () => {
    const date = dayOf(new Date().toISOString(), preferences.timezone);
    onUpdate(stateRevision(text, { version: next, date, author: name, change: "Edited" }));
  };
  return (
    <div className={layout["inline"]} role="status">
      <Note>{t("policies.stated", { stated, next })}</Note>
      <Button size="compact-xs" variant="light" onClick={update}>
        {t("policies.state")}
      </Button>
    </div>
  );
}

function BothTexts({ theirs, mine }: { theirs: string; mine: string }) {
  const { t } = useTranslation();
  return (
    <Card flush>
      <TextDiff
        before={{ label: t("conflict.theirs"), lines: theirs.split("\n") }}
        after={{ label: t("conflict.mine"), lines: mine.split("\n") }}
      />
    </Card>
  );
}

/** The text next to a preview; unsaved changes survive a reload. */
export function PolicyEditor({ policy, isArchived, onClose }: EditorProps) {
  const { t } = useTranslation();
  const rowsOf = useRows();
  const { draft, seen, leave } = useEditDraft({
    name: draftOf(policy.id),
    resource: policy,
    factsOf: ({ content }) => ({ content }),
    onDone: onClose,
  });
  const { content: text } = draft.fields;
  const save = useSave(policy.id, leave);
  const [written, preview] = useScrollTogether<HTMLTextAreaElement, HTMLDivElement>();
  return (
    <div className={layout["stack"]}>
      {isArchived && <ReadOnlyNote text={t("draft.archived")} onDiscard={leave} />}
      {draft.isRestored && !isArchived && <Note>{t("policies.draft")}</Note>}
      {!isArchived && (
        <StatedVersion text={text} next={policy.version + 1} onUpdate={(content) => draft.set({ content })} />
      )}
      <ChangeProblem
        change={save}
        rowsOf={rowsOf}
        mine={rowsOf({ content: text })}
        body={{ content: text }}
        compare={(theirs, mine) => <BothTexts theirs={theirs} mine={mine} />}
        onLeave={leave}
      />
      <div className={styles["both"]}>
        <Textarea
          className={styles["editor"]}
          label={t("policies.text")}
          {...written}
          autoFocus
          readOnly={isArchived}
          value={text}
          onChange={({ currentTarget }) => draft.set({ content: currentTarget.value })}
        />
        <div className={styles["preview"]} tabIndex={0} {...preview}>
          <Card title={t("policies.preview")}>
            <Markdown text={text} />
          </Card>
        </div>
      </div>
      {!isArchived && (
        <SaveButtons
          change={save}
          text={t("policies.saveVersion")}
          disabled={text === policy.content}
          className={styles["bar"]}
          onSend={() => save.mutate({ body: { content: text }, over: seen })}
          onCancel={leave}
        />
      )}
    </div>
  );
}
