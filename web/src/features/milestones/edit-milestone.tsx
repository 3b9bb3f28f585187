import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { dayOf, endOfDay } from "../../i18n/day-bounds.ts";
import { Problem } from "../../ui/problem.tsx";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";
import type { Milestone } from "../projects/project.queries.ts";
import { useRefreshMilestones } from "./use-refresh-milestones.ts";

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
  const before = dayOf(milestone.due_date, timezone);
  const [name, setName] = useState(milestone.name);
  const [due, setDue] = useState(before);
  const save = useMutation({
    mutationFn: () =>
      api.PUT("/projects/{id}/milestones/{milestoneId}", {
        params: { path: { id: projectId, milestoneId: milestone.id } },
        body: { name: name.trim(), ...(due === before ? {} : { due_date: endOfDay(due, timezone) }) },
      }),
    onSuccess: async () => {
      await refresh();
      onDone();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <div className={layout["pair"]}>
        <TextInput
          label={t("milestone.name")}
          autoFocus
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          type="date"
          label={t("newProject.due")}
          value={due}
          onChange={({ currentTarget }) => setDue(currentTarget.value)}
        />
      </div>
      {save.isError && <Problem error={save.error} />}
      <div className={layout["inline"]}>
        <Button type="submit" size="xs" loading={save.isPending} disabled={name.trim() === "" || due === ""}>
          {t("action.save")}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {t("action.cancel")}
        </Button>
      </div>
    </form>
  );
}
