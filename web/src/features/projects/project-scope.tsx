import { Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { narrows } from "../../../../domain/projects/scope.rules.ts";
import { api } from "../../http/client.ts";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { ReadOnlyNote } from "../../ui/read-only-note.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import layout from "../../ui/layout.module.css";
import { CategoryChoice } from "./category-choice.tsx";
import { offeredCategories } from "./offered-categories.ts";
import type { ProjectDetail } from "./project.queries.ts";
import { useFramework } from "./use-framework.ts";
import { useRefreshScope } from "./use-refresh-scope.ts";

function useChangeScope(id: string, onDone: () => void) {
  const { t } = useTranslation();
  const toast = useToast();
  const refresh = useRefreshScope();
  return useMutation({
    mutationFn: async (body: { categories: ProjectDetail["categories"]; reason?: string }) =>
      (await api.PUT("/projects/{id}", { params: { path: { id } }, body })).data!.data,
    onSuccess: async ({ pending_scope: proposal }) => {
      onDone();
      toast({ text: t(proposal === null ? "projectScope.changed" : "projectScope.proposed") });
      await refresh();
    },
  });
}

/** The name of the draft of the reason for `hasDraft`. */
export const scopeDraftOf = ({ id }: Pick<ProjectDetail, "id">): string => `scope.${id}`;

interface ScopeProps {
  project: ProjectDetail;
  /** Whether someone has archived the project: a reason that was typed stays, read-only. */
  isClosed: boolean;
}

/** The categories that a project covers. To reduce them takes a reason and, from its customer, a confirmation. */
export function ProjectScope({ project, isClosed }: ScopeProps) {
  const { t } = useTranslation();
  const { id, framework, categories, status } = project;
  const [chosen, setChosen] = useState(categories);
  const [reason, setReason] = useDraft(scopeDraftOf(project));
  const change = useChangeScope(id, () => setReason(""));
  const offered = offeredCategories(useFramework(framework));
  if (offered.length < 2 || (isClosed && reason === "")) return null;
  const isLess = narrows(categories, chosen);
  const isSame = chosen.toSorted().join() === categories.toSorted().join();
  const isReady = !isSame && chosen.length > 0 && (!isLess || reason.trim() !== "");
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate({ categories: chosen, ...(isLess ? { reason: reason.trim() } : {}) });
  };
  const reasonField = (
    <Textarea
      label={t("projectScope.reason")}
      rows={2}
      maxLength={2_000}
      readOnly={isClosed}
      value={reason}
      onChange={({ currentTarget }) => setReason(currentTarget.value)}
    />
  );
  return (
    <section aria-label={t("newProject.categories")}>
      <h3>{t("newProject.categories")}</h3>
      {isClosed && (
        <div className={layout["form"]}>
          {reasonField}
          <ReadOnlyNote text={t("draft.archived")} onDiscard={() => setReason("")} />
        </div>
      )}
      {status === "in_audit" && <Note>{t("controls.frozen")}</Note>}
      {!isClosed && status !== "in_audit" && (
        <form onSubmit={submit} className={layout["form"]}>
          <CategoryChoice
            legend={t("projectScope.legend")}
            framework={framework}
            offered={offered}
            chosen={chosen}
            onChoose={setChosen}
          />
          {isLess && reasonField}
          {change.isError && <Problem error={change.error} />}
          {!isSame && (
            <FormButtons
              text={t("projectScope.change")}
              isPending={change.isPending}
              disabled={!isReady}
              onCancel={() => setChosen(categories)}
            />
          )}
        </form>
      )}
    </section>
  );
}
