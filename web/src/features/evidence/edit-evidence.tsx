import { Button, TextInput, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { useGuardedChange, type Rows } from "../../http/use-guarded-change.ts";
import { ChangeProblem } from "../../ui/change-problem.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useEditDraft } from "../../ui/use-edit-draft.ts";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";
import { endsBeforeItStarts } from "../new-project/ends-before-it-starts.ts";
import { Period } from "../new-project/period.tsx";
import { changeOf, factsOf, type EvidenceFacts } from "./evidence-facts.ts";
import { evidenceQuery, type EvidenceDetail } from "./evidence.queries.ts";

/** What the form shows, as text. */
function useRows(): (facts: EvidenceFacts) => Rows {
  const { t } = useTranslation();
  return ({ title, description, collected, start, end, expires }) => [
    [t("evidence.name"), title],
    [t("viewer.description"), description],
    [t("viewer.collected"), collected],
    [t("newProject.start"), start],
    [t("newProject.end"), end],
    [t("evidence.until"), expires],
  ];
}

interface FieldsProps {
  facts: EvidenceFacts;
  onChange: (facts: EvidenceFacts) => void;
}

function Fields({ facts, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const day = (name: "collected" | "expires", label: string) => (
    <TextInput
      type="date"
      label={label}
      value={facts[name]}
      onChange={({ currentTarget }) => onChange({ ...facts, [name]: currentTarget.value })}
    />
  );
  return (
    <>
      <TextInput
        label={t("evidence.name")}
        required
        maxLength={200}
        value={facts.title}
        onChange={({ currentTarget }) => onChange({ ...facts, title: currentTarget.value })}
      />
      <Textarea
        label={t("viewer.description")}
        description={t("viewer.descriptionHint")}
        autosize
        minRows={2}
        maxLength={10_000}
        value={facts.description}
        onChange={({ currentTarget }) => onChange({ ...facts, description: currentTarget.value })}
      />
      <Period start={facts.start} end={facts.end} onChange={(change) => onChange({ ...facts, ...change })} />
      <div className={layout["pair"]}>
        {day("collected", t("viewer.collected"))}
        {day("expires", t("evidence.until"))}
      </div>
    </>
  );
}

interface EditProps {
  evidence: EvidenceDetail;
  onClose: () => void;
}

function useEdit({ evidence, onClose }: EditProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const { timezone } = useProfile().preferences;
  const { id } = evidence;
  const { draft, seen, leave, keepTheirs } = useEditDraft({
    name: `evidence.${id}`,
    resource: evidence,
    factsOf: (one) => factsOf(one, timezone),
    onDone: onClose,
  });
  const rowsOf = useRows();
  const rowsOfEvidence = (one: EvidenceDetail): Rows => rowsOf(factsOf(one, timezone));
  const body = changeOf(draft.fields, seen, timezone);
  const change = useGuardedChange({
    send: (changed: typeof body, guard) =>
      api.PUT("/evidence/{id}", { params: { path: { id }, ...guard }, body: changed }),
    read: () => queries.query({ ...evidenceQuery(id), staleTime: 0 }),
    rowsOf: rowsOfEvidence,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["evidence"] });
      toast({ text: t("viewer.saved") });
      leave();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate({ body, over: seen });
  };
  return { draft, change, body, rowsOf, rowsOfEvidence, leave, keepTheirs, submit };
}

/** Changes the name, description and dates of evidence, beside its file. */
export function EditEvidence(props: EditProps) {
  const { t } = useTranslation();
  const { draft, change, body, rowsOf, rowsOfEvidence, leave, keepTheirs, submit } = useEdit(props);
  const { fields: facts, set } = draft;
  return (
    <SidePanel title={t("viewer.edit")} onClose={props.onClose}>
      <form onSubmit={submit} className={layout["form"]}>
        <DraftNote draft={draft} />
        <Fields facts={facts} onChange={set} />
        <ChangeProblem
          change={change}
          rowsOf={rowsOfEvidence}
          mine={rowsOf(facts)}
          body={body}
          onLeave={keepTheirs}
        />
        <div className={layout["inline"]}>
          <Button
            type="submit"
            size="xs"
            loading={change.isPending}
            disabled={facts.title.trim() === "" || endsBeforeItStarts(facts)}
          >
            {t("action.save")}
          </Button>
          <Button size="xs" variant="default" onClick={leave}>
            {t("action.cancel")}
          </Button>
        </div>
      </form>
    </SidePanel>
  );
}
