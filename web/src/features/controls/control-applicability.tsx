import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useAsking } from "../../ui/use-asking.ts";
import { dropDraft, hasDraft } from "../../ui/use-draft.ts";
import { permissionsQuery } from "../identity/session.queries.ts";
import { projectQuery } from "../projects/project.queries.ts";
import { useIsArchived } from "../projects/use-is-archived.ts";
import { BulkProblem } from "./bulk-problem.tsx";
import type { Control } from "./control.queries.ts";
import { JustificationForm } from "./justification-form.tsx";
import { useBulkChange } from "./use-bulk-change.ts";

interface ApplicabilityProps {
  control: Control;
  projectId: string;
}

/** Excludes a control that does not apply, with a reason, or includes it again; frozen during an audit. */
export function ControlApplicability({ control, projectId }: ApplicabilityProps) {
  const { t } = useTranslation();
  const { isAsking, wasAsking, ask, leave } = useAsking();
  const draft = `exclusion.${control.id}`;
  const change = useBulkChange(projectId, () => {
    dropDraft(draft);
    leave();
  });
  const permissions = useQuery(permissionsQuery({ project_id: projectId })).data;
  const isInAudit = useQuery(projectQuery(projectId)).data?.status === "in_audit";
  const isArchived = useIsArchived(projectId);
  // Someone may archive the project while the user types.
  const hasInput = isArchived && isAsking && hasDraft(draft);
  const mayChange = permissions?.has("control.update_many") === true && !isInAudit;
  if (!mayChange && !hasInput) return null;
  const seen = [control];
  const include = () => change.mutate({ change: { not_applicable: false, justification: null }, seen });
  return (
    <>
      {isAsking ? (
        <JustificationForm
          draft={draft}
          label={t("controls.whyExcluded")}
          action={t("controls.exclude")}
          isPending={change.isPending}
          closed={isArchived ? t("draft.archived") : undefined}
          onSend={(justification) => change.mutate({ change: { not_applicable: true, justification }, seen })}
          onCancel={leave}
        />
      ) : (
        <p>
          <Button
            size="compact-xs"
            variant="default"
            autoFocus={wasAsking}
            loading={change.isPending}
            onClick={control.not_applicable ? include : ask}
          >
            {control.not_applicable ? t("controls.include") : `${t("controls.exclude")}…`}
          </Button>
        </p>
      )}
      <BulkProblem projectId={projectId} bulk={change} onLeave={change.reset} />
    </>
  );
}
