import { Button, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { Facts } from "../../ui/facts.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import { When } from "../../ui/when.tsx";
import layout from "../../ui/layout.module.css";
import { allowedRowsQuery } from "../identity/session.queries.ts";
import { useProfile } from "../identity/use-profile.ts";
import { peopleQuery, projectQuery } from "../projects/project.queries.ts";
import type { Control } from "./control.queries.ts";

type Decision = "confirm" | "decline";

interface ProposalProps {
  control: Control;
  projectId: string;
}

function useDecide({ control: { id: controlId }, projectId: id }: ProposalProps, onDecided: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ decision, note }: { decision: Decision; note: string }) => {
      const request = { params: { path: { id, controlId } }, body: note === "" ? {} : { note } };
      return decision === "confirm"
        ? api.POST("/projects/{id}/controls/{controlId}/confirm", request)
        : api.POST("/projects/{id}/controls/{controlId}/decline", request);
    },
    onSuccess: async (_, { decision }) => {
      onDecided();
      toast({ text: t(`controls.decided.${decision}`) });
      const keys = ["controls", "compliance", "events", "projects"];
      await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })));
    },
  });
}

/** Confirm or decline, with a note that a decline requires. During an audit, only the auditor confirms. */
function Deciding(props: ProposalProps) {
  const { t } = useTranslation();
  const { role } = useProfile();
  const isInAudit = useQuery(projectQuery(props.projectId)).data?.status === "in_audit";
  const isFrozen = isInAudit && role !== "auditor";
  const [note, write] = useDraft(`proposal.${props.control.id}`);
  const decide = useDecide(props, () => write(""));
  const send = (decision: Decision) => decide.mutate({ decision, note: note.trim() });
  return (
    <div className={layout["stack"]}>
      <Textarea
        label={t("controls.note")}
        description={t("controls.noteHint")}
        rows={2}
        maxLength={2_000}
        value={note}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      <div className={layout["inline"]}>
        {!isFrozen && (
          <Button size="xs" loading={decide.isPending} onClick={() => send("confirm")}>
            {t("controls.confirm")}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          loading={decide.isPending}
          disabled={note.trim() === ""}
          onClick={() => send("decline")}
        >
          {t("controls.decline")}
        </Button>
      </div>
      {isFrozen && <Note>{t("controls.frozen")}</Note>}
      {decide.isError && <Problem error={decide.error} />}
    </div>
  );
}

/** A change that the audited party proposed, for those who decide on it. */
export function ProposedChange({ control, projectId }: ProposalProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, pending_change: proposal } = control;
  const people = useQuery(peopleQuery(projectId)).data?.people ?? [];
  const query = allowedRowsQuery({ on: "control", ids: [id], action: "control.confirm" });
  const mayDecide = useQuery({ ...query, enabled: proposal !== null }).data?.has(id) === true;
  if (proposal === null) return null;
  const { progress, required_evidence: required, not_applicable: isOut, justification } = proposal;
  const author = people.find((one) => one.id === proposal.said_by)?.name ?? t("activity.somebody");
  const applies = isOut === undefined ? null : t(isOut ? "controls.notApplicable" : "controls.applies");
  return (
    <section aria-label={t("controls.proposal")}>
      <h3>{t("controls.proposal")}</h3>
      <Facts
        facts={[
          [t("controls.change"), applies],
          [t("controls.progress"), progress === undefined ? null : format.percent(progress)],
          [t("controls.requiredEvidence"), required ?? null],
          [t("controls.justification"), justification ?? proposal.reason],
          [
            t("controls.proposedBy"),
            <span key="author">
              {author}, <When at={proposal.said_at} />
            </span>,
          ],
        ]}
      />
      {mayDecide && <Deciding control={control} projectId={projectId} />}
    </section>
  );
}
