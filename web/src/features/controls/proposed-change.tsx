import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { Facts } from "../../ui/facts.tsx";
import { useToast } from "../../ui/toast.tsx";
import { When } from "../../ui/when.tsx";
import { allowedRowsQuery } from "../identity/session.queries.ts";
import { peopleQuery } from "../projects/project.queries.ts";
import type { Control } from "./control.queries.ts";
import { DecideProposal, type ProposalDecision } from "./decide-proposal.tsx";
import { WithdrawProposal } from "./withdraw-proposal.tsx";

interface ProposalProps {
  control: Control;
  projectId: string;
}

function useDecide({ control: { id: controlId }, projectId: id }: ProposalProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ decision, note }: ProposalDecision) => {
      const request = { params: { path: { id, controlId } }, body: note === "" ? {} : { note } };
      return decision === "confirm"
        ? api.POST("/projects/{id}/controls/{controlId}/confirm", request)
        : api.POST("/projects/{id}/controls/{controlId}/decline", request);
    },
    onSuccess: async (_, { decision }) => {
      toast({ text: t(`controls.decided.${decision}`) });
      const keys = ["controls", "compliance", "events", "projects"];
      await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })));
    },
  });
}

/** A change that the audited party proposed, for those who decide on it, and its author. */
export function ProposedChange({ control, projectId }: ProposalProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const decide = useDecide({ control, projectId });
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
      <WithdrawProposal
        author={proposal.said_by}
        send={() =>
          api.POST("/projects/{id}/controls/{controlId}/withdraw", {
            params: { path: { id: projectId, controlId: id } },
          })
        }
      />
      {mayDecide && <DecideProposal name={`proposal.${id}`} projectId={projectId} decide={decide} />}
    </section>
  );
}
