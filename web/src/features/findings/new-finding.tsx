import { Button, Select, TextInput, Textarea } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { SEVERITIES, type Severity } from "../../../../domain/findings/finding.rules.ts";
import { dataOf, rootApi } from "../../http/client.ts";
import { endOfDay } from "../../i18n/day-bounds.ts";
import { DraftNote } from "../../ui/draft-note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import layout from "../../ui/layout.module.css";
import { controlsQuery } from "../controls/control.queries.ts";
import { useProfile } from "../identity/use-profile.ts";
import { peopleQuery } from "../projects/project.queries.ts";
import { useRefreshFindings } from "./use-move.ts";

interface FindingDraft {
  title: string;
  description: string;
  severity: Severity;
  controlId: string | null;
  assignee: string | null;
  /** YYYY-MM-DD, or empty for the one that the severity implies. */
  due: string;
}

const EMPTY: FindingDraft = {
  title: "",
  description: "",
  severity: "Medium",
  controlId: null,
  assignee: null,
  due: "",
};

const bodyOf = (draft: FindingDraft, projectId: string, timeZone: string) => ({
  project_id: projectId,
  title: draft.title.trim(),
  description: draft.description.trim(),
  severity: draft.severity,
  control_id: draft.controlId,
  assigned_to: draft.assignee,
  ...(draft.due === "" ? {} : { due_date: endOfDay(draft.due, timeZone) }),
});

interface FieldsProps {
  projectId: string;
  draft: FindingDraft;
  onChange: (change: Partial<FindingDraft>) => void;
}

function Words({ draft, onChange }: Omit<FieldsProps, "projectId">) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t("findings.finding")}
        required
        maxLength={200}
        value={draft.title}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      <Textarea
        label={t("viewer.description")}
        autosize
        minRows={2}
        maxLength={10_000}
        value={draft.description}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
    </>
  );
}

function Choices({ projectId, draft, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const controls = useQuery(controlsQuery(projectId)).data ?? [];
  const people = useQuery(peopleQuery(projectId)).data?.people ?? [];
  return (
    <>
      <div className={layout["pair"]}>
        <Select
          label={t("findings.severity")}
          allowDeselect={false}
          data={SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) }))}
          value={draft.severity}
          onChange={(severity) => onChange({ severity: severity as Severity })}
        />
        <TextInput
          type="date"
          label={t("findings.due")}
          value={draft.due}
          onChange={({ currentTarget }) => onChange({ due: currentTarget.value })}
        />
      </div>
      <Select
        label={t("controls.control")}
        searchable
        clearable
        data={controls.map(({ id, number, title }) => ({ value: id, label: `${number} ${title}` }))}
        value={draft.controlId}
        onChange={(controlId) => onChange({ controlId })}
      />
      <Select
        label={t("findings.assigned")}
        placeholder={t("controls.nobody")}
        searchable
        clearable
        data={people.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.assignee}
        onChange={(assignee) => onChange({ assignee })}
      />
    </>
  );
}

interface NewFindingProps {
  projectId: string;
  onRaised: (id: string) => void;
}

/** Raises a finding by hand. */
export function NewFinding({ projectId, onRaised }: NewFindingProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const refresh = useRefreshFindings();
  const { timezone } = useProfile().preferences;
  const draft = useFormDraft(`finding.${projectId}`, EMPTY);
  const { fields } = draft;
  const raise = useMutation({
    mutationFn: () => dataOf(rootApi.POST("/api/findings", { body: bodyOf(fields, projectId, timezone) })),
    onSuccess: async ({ id, title }) => {
      draft.begin();
      toast({ text: t("findings.raisedOne", { title }) });
      await refresh();
      onRaised(id);
    },
  });
  const change = (some: Partial<FindingDraft>) => draft.set({ ...fields, ...some });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    raise.mutate();
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <DraftNote draft={draft} />
      <Words draft={fields} onChange={change} />
      <Choices projectId={projectId} draft={fields} onChange={change} />
      {raise.isError && <Problem error={raise.error} />}
      <div>
        <Button type="submit" size="xs" loading={raise.isPending} disabled={fields.title.trim() === ""}>
          {t("findings.raise")}
        </Button>
      </div>
    </form>
  );
}
