import { Button, Select, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { rootApi } from "../../http/client.ts";
import { endOfDay } from "../../i18n/day-bounds.ts";
import { catalogueOption } from "../../ui/catalogue-text.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";
import { peopleQuery, projectQuery } from "../projects/project.queries.ts";
import { REQUEST_CATEGORY } from "./request-category.ts";

interface RequestDraft {
  title: string;
  controlId: string | null;
  /** By default the customer, because a request that is assigned to no one reaches no one. */
  assignee: string | null;
  due: string;
}
const EMPTY: RequestDraft = { title: "", controlId: null, assignee: null, due: "" };

const bodyOf = (draft: RequestDraft, projectId: string, timeZone: string) => ({
  project_id: projectId,
  title: draft.title.trim(),
  severity: "Info" as const,
  category: REQUEST_CATEGORY,
  control_id: draft.controlId,
  assigned_to: draft.assignee,
  ...(draft.due === "" ? {} : { due_date: endOfDay(draft.due, timeZone) }),
});

interface FieldsProps {
  projectId: string;
  draft: RequestDraft;
  onChange: (change: Partial<RequestDraft>) => void;
}

function Fields({ projectId, draft, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const controls = useQuery(projectQuery(projectId)).data?.controls ?? [];
  const people = useQuery(peopleQuery(projectId)).data?.people ?? [];
  return (
    <>
      <TextInput
        label={t("auditing.requestWhat")}
        required
        maxLength={200}
        value={draft.title}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      <Select
        label={t("auditing.requestFor")}
        searchable
        clearable
        data={controls.map(({ id, number, title }) => ({ value: id, label: `${number} ${title}` }))}
        renderOption={catalogueOption}
        value={draft.controlId}
        onChange={(controlId) => onChange({ controlId })}
      />
      <div className={layout["pair"]}>
        <Select
          label={t("findings.assigned")}
          searchable
          data={people.map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.assignee}
          onChange={(assignee) => onChange({ assignee })}
        />
        <DayField label={t("findings.due")} value={draft.due} onChange={(day) => onChange({ due: day })} />
      </div>
    </>
  );
}

/** Asks the audited party for evidence. */
export function NewRequest({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const { timezone } = useProfile().preferences;
  const customer = useQuery(projectQuery(projectId)).data?.customer_id ?? null;
  const draft = useFormDraft(`request.${projectId}`, EMPTY);
  const fields = { ...draft.fields, assignee: draft.fields.assignee ?? customer };
  const send = useMutation({
    mutationFn: () => rootApi.POST("/api/findings", { body: bodyOf(fields, projectId, timezone) }),
    onSuccess: async () => {
      draft.begin();
      toast({ text: t("auditing.requested") });
      await queries.invalidateQueries({ queryKey: ["findings"] });
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <DraftNote draft={draft} />
      <Fields
        projectId={projectId}
        draft={fields}
        onChange={(change) => draft.set({ ...draft.fields, ...change })}
      />
      {send.isError && <Problem error={send.error} />}
      <div>
        <Button type="submit" variant="default" loading={send.isPending}>
          {t("auditing.requestGo")}
        </Button>
      </div>
    </form>
  );
}
