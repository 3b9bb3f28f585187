import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { Problem } from "../../ui/problem.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import layout from "../../ui/layout.module.css";
import { permissionsQuery } from "../identity/session.queries.ts";
import { projectQuery } from "../projects/project.queries.ts";
import type { Control } from "./control.queries.ts";
import { useBulkChange } from "./use-bulk-change.ts";

interface ExclusionProps {
  id: string;
  isPending: boolean;
  onSend: (justification: string) => void;
  onCancel: () => void;
}

/** Auditors read the reason why the control does not apply. */
function Exclusion({ id, isPending, onSend, onCancel }: ExclusionProps) {
  const { t } = useTranslation();
  const [text, write] = useDraft(`exclusion.${id}`);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSend(text.trim());
    write("");
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <Textarea
        label={t("controls.whyExcluded")}
        autoFocus
        rows={2}
        maxLength={2_000}
        value={text}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      <div className={layout["inline"]}>
        <Button type="submit" size="xs" loading={isPending} disabled={text.trim() === ""}>
          {t("controls.exclude")}
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          {t("action.cancel")}
        </Button>
      </div>
    </form>
  );
}

interface ApplicabilityProps {
  control: Control;
  projectId: string;
}

/** Excludes a control that does not apply, with a reason, or includes it again; frozen during an audit. */
export function ControlApplicability({ control, projectId }: ApplicabilityProps) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const change = useBulkChange(projectId, () => setIsAsking(false));
  const permissions = useQuery(permissionsQuery({ project_id: projectId })).data;
  const isInAudit = useQuery(projectQuery(projectId)).data?.status === "in_audit";
  if (permissions?.has("control.update_many") !== true || isInAudit) return null;
  const seen = [control];
  const include = () => change.mutate({ change: { not_applicable: false, justification: null }, seen });
  return (
    <>
      {isAsking ? (
        <Exclusion
          id={control.id}
          isPending={change.isPending}
          onSend={(justification) => change.mutate({ change: { not_applicable: true, justification }, seen })}
          onCancel={() => setIsAsking(false)}
        />
      ) : (
        <p>
          <Button
            size="compact-xs"
            variant="default"
            loading={change.isPending}
            onClick={control.not_applicable ? include : () => setIsAsking(true)}
          >
            {control.not_applicable ? t("controls.include") : `${t("controls.exclude")}…`}
          </Button>
        </p>
      )}
      {change.isError && <Problem error={change.error} />}
    </>
  );
}
