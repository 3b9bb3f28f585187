import { TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { dayOf, endOfDay } from "../../i18n/day-bounds.ts";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";
import type { Milestone } from "../projects/project.queries.ts";
import { useRefreshMilestones } from "./use-refresh-milestones.ts";

const draftOf = (id: string): string => `milestone.edit.${id}`;

/** The name of the draft for `hasDraft`. */
export const milestoneDraftOf = ({ id }: Milestone): string => `form.${draftOf(id)}`;

interface EditMilestoneProps {
  milestone: Milestone;
  projectId: string;
  onDone: () => void;
}

/** Renames a milestone or moves its date, to the end of that day. */
export function EditMilestone({ milestone, projectId, onDone }: EditMilestoneProps) {
  const { t } = useTranslation();
  const { timezone } = useProfile().preferences;
  const refresh = useRefreshMilestones();
  // As it was when the form was opened: what the user leaves alone keeps what someone else changes.
  const [before] = useState({ name: milestone.name, due: dayOf(milestone.due_date, timezone) });
  const draft = useFormDraft(draftOf(milestone.id), before);
  const { name, due } = draft.fields;
  const body = {
    ...(name.trim() === before.name ? {} : { name: name.trim() }),
    ...(due === before.due ? {} : { due_date: endOfDay(due, timezone) }),
  };
  const leave = () => {
    draft.begin();
    onDone();
  };
  const save = useMutation({
    mutationFn: () =>
      api.PUT("/projects/{id}/milestones/{milestoneId}", {
        params: { path: { id: projectId, milestoneId: milestone.id } },
        body,
      }),
    onSuccess: async () => {
      await refresh();
      leave();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <DraftNote draft={draft} />
      <div className={layout["pair"]}>
        <TextInput
          label={t("milestone.name")}
          autoFocus
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => draft.set({ name: currentTarget.value, due })}
        />
        <DayField label={t("newProject.due")} value={due} onChange={(day) => draft.set({ name, due: day })} />
      </div>
      {save.isError && <Problem error={save.error} />}
      <FormButtons
        text={t("action.save")}
        isPending={save.isPending}
        disabled={name.trim() === "" || due === "" || Object.keys(body).length === 0}
        onCancel={leave}
      />
    </form>
  );
}
