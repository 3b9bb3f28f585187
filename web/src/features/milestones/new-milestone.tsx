import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { endOfDay } from "../../i18n/day-bounds.ts";
import { DayField } from "../../ui/day-field.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";
import { useRefreshMilestones } from "./use-refresh-milestones.ts";

const EMPTY = { name: "", due: "" };

/** Plans a milestone, which is due at the end of its day. */
export function NewMilestone({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const { timezone } = useProfile().preferences;
  const draft = useFormDraft(`milestone.${projectId}`, EMPTY);
  const { name, due } = draft.fields;
  const refresh = useRefreshMilestones();
  const plan = useMutation({
    mutationFn: () =>
      api.POST("/projects/{id}/milestones", {
        params: { path: { id: projectId } },
        body: { name: name.trim(), due_date: endOfDay(due, timezone) },
      }),
    onSuccess: () => {
      draft.begin();
      return refresh();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    plan.mutate();
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <DraftNote draft={draft} />
      <div className={layout["pair"]}>
        <TextInput
          label={t("milestone.name")}
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => draft.set({ name: currentTarget.value, due })}
        />
        <DayField label={t("newProject.due")} value={due} onChange={(day) => draft.set({ name, due: day })} />
      </div>
      {plan.isError && <Problem error={plan.error} />}
      <div>
        <Button type="submit" loading={plan.isPending} disabled={name.trim() === "" || due === ""}>
          {t("milestone.plan")}
        </Button>
      </div>
    </form>
  );
}
