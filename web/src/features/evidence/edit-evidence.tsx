import { TextInput, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { useGuardedChange, type Rows } from "../../http/use-guarded-change.ts";
import { DayField } from "../../ui/day-field.tsx";
import { EditForm } from "../../ui/edit-form.tsx";
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
    [t("fieldName.title"), title],
    [t("viewer.description"), description],
    [t("viewer.collected"), collected],
    [t("newProject.start"), start],
    [t("newProject.end"), end],
    [t("evidence.until"), expires],
  ];
}

interface FieldsProps {
  facts: EvidenceFacts;
  isReadOnly: boolean;
  onChange: (facts: EvidenceFacts) => void;
}

function Fields({ facts, isReadOnly, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const day = (name: "collected" | "expires", label: string) => (
    <DayField
      label={label}
      readOnly={isReadOnly}
      value={facts[name]}
      onChange={(day) => onChange({ ...facts, [name]: day })}
    />
  );
  return (
    <>
      <TextInput
        label={t("fieldName.title")}
        required
        withAsterisk
        maxLength={200}
        readOnly={isReadOnly}
        value={facts.title}
        onChange={({ currentTarget }) => onChange({ ...facts, title: currentTarget.value })}
      />
      <Textarea
        label={t("viewer.description")}
        description={t("viewer.descriptionHint")}
        autosize
        minRows={2}
        maxLength={10_000}
        readOnly={isReadOnly}
        value={facts.description}
        onChange={({ currentTarget }) => onChange({ ...facts, description: currentTarget.value })}
      />
      <Period
        start={facts.start}
        end={facts.end}
        isReadOnly={isReadOnly}
        onChange={(change) => onChange({ ...facts, ...change })}
      />
      <div className={layout["pair"]}>
        {day("collected", t("viewer.collected"))}
        {day("expires", t("evidence.until"))}
      </div>
    </>
  );
}

const draftOf = (id: string): string => `evidence.${id}`;

/** The name of the draft for `hasDraft`. */
export const evidenceDraftOf = ({ id }: Pick<EvidenceDetail, "id">): string => `form.${draftOf(id)}`;

interface EditProps {
  evidence: EvidenceDetail;
  /** Whether someone has archived the project: the input stays, read-only. */
  isArchived: boolean;
  onClose: () => void;
}

/** Changes the name, description and dates of evidence, beside its file. */
export function EditEvidence({ evidence, isArchived, onClose }: EditProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const { timezone } = useProfile().preferences;
  const { id } = evidence;
  const edit = useEditDraft({
    name: draftOf(id),
    resource: evidence,
    factsOf: (one) => factsOf(one, timezone),
    onDone: onClose,
  });
  const rowsOf = useRows();
  const rowsOfEvidence = (one: EvidenceDetail): Rows => rowsOf(factsOf(one, timezone));
  const { fields: facts, set } = edit.draft;
  const body = changeOf(facts, edit.seen, timezone);
  const change = useGuardedChange({
    send: (changed: typeof body, guard) =>
      api.PUT("/evidence/{id}", { params: { path: { id }, ...guard }, body: changed }),
    read: () => queries.query({ ...evidenceQuery(id), staleTime: 0 }),
    rowsOf: rowsOfEvidence,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["evidence"] });
      toast({ text: t("viewer.saved") });
      edit.leave();
    },
  });
  return (
    <SidePanel title={t("viewer.edit")} onClose={onClose}>
      <EditForm
        edit={edit}
        change={change}
        body={body}
        rowsOf={rowsOfEvidence}
        mine={rowsOf(facts)}
        closed={isArchived ? t("draft.archived") : undefined}
        canSave={facts.title.trim() !== "" && !endsBeforeItStarts(facts)}
      >
        <Fields facts={facts} isReadOnly={isArchived} onChange={set} />
      </EditForm>
    </SidePanel>
  );
}
