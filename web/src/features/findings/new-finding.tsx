import { Button, Select } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { dataOf, rootApi } from "../../http/client.ts";
import { endOfDay } from "../../i18n/day-bounds.ts";
import { DraftNote } from "../../ui/draft-note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";
import { peopleQuery } from "../projects/project.queries.ts";
import type { FindingFacts } from "./finding-facts.ts";
import { FindingFields } from "./finding-fields.tsx";
import { useRefreshFindings } from "./use-move.ts";

interface FindingDraft extends FindingFacts {
  assignee: string | null;
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
  const people = useQuery(peopleQuery(projectId)).data?.people ?? [];
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
      <FindingFields projectId={projectId} facts={fields} onChange={change} />
      <Select
        label={t("findings.assigned")}
        placeholder={t("controls.nobody")}
        searchable
        clearable
        data={people.map(({ id, name }) => ({ value: id, label: name }))}
        value={fields.assignee}
        onChange={(assignee) => change({ assignee })}
      />
      {raise.isError && <Problem error={raise.error} />}
      <div>
        <Button type="submit" loading={raise.isPending} disabled={fields.title.trim() === ""}>
          {t("findings.raise")}
        </Button>
      </div>
    </form>
  );
}
