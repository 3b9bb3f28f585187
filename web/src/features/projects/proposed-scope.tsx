import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { TRUST_CATEGORIES } from "../../../../domain/frameworks/framework.rules.ts";
import { api } from "../../http/client.ts";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { useToast } from "../../ui/toast.tsx";
import { When } from "../../ui/when.tsx";
import layout from "../../ui/layout.module.css";
import { DecideProposal, type ProposalDecision } from "../controls/decide-proposal.tsx";
import { WithdrawProposal } from "../controls/withdraw-proposal.tsx";
import { permissionsQuery } from "../identity/session.queries.ts";
import { useProfile } from "../identity/use-profile.ts";
import { peopleQuery, type ProjectDetail } from "./project.queries.ts";
import { useRefreshScope } from "./use-refresh-scope.ts";

function useDecideScope(id: string) {
  const { t } = useTranslation();
  const toast = useToast();
  const refresh = useRefreshScope();
  return useMutation({
    mutationFn: ({ decision, note }: ProposalDecision) =>
      decision === "confirm"
        ? api.POST("/projects/{id}/categories/confirm", {
            params: { path: { id } },
            body: note === "" ? {} : { note },
          })
        : api.POST("/projects/{id}/categories/decline", { params: { path: { id } }, body: { note } }),
    onSuccess: async (_, { decision }) => {
      toast({ text: t(`controls.decided.${decision}`) });
      await refresh();
    },
  });
}

/** The smaller scope that the audited party proposed, for those who decide on it, and its author. */
export function ProposedScope({ project }: { project: ProjectDetail }) {
  const { t } = useTranslation();
  const { id: me } = useProfile();
  const { id, pending_scope: proposal, categories } = project;
  const people = useQuery({ ...peopleQuery(id), enabled: proposal !== null }).data?.people ?? [];
  const permissions = useQuery(permissionsQuery({ project_id: id })).data;
  const decide = useDecideScope(id);
  if (proposal === null) return null;
  const leaving = TRUST_CATEGORIES.filter(
    (category) => categories.includes(category) && !proposal.categories.includes(category),
  );
  const mayDecide = permissions?.has("project.confirm_scope") === true && proposal.said_by !== me;
  return (
    <Card title={t("projectScope.proposal")} className={layout["whole"]}>
      <Facts
        facts={[
          [t("projectScope.leaves"), leaving.map((category) => t(`category.${category}`)).join(", ")],
          [t("controls.justification"), proposal.reason],
          [
            t("controls.proposedBy"),
            <span key="author">
              {people.find((one) => one.id === proposal.said_by)?.name ?? t("activity.somebody")},{" "}
              <When at={proposal.said_at} />
            </span>,
          ],
        ]}
      />
      <WithdrawProposal
        author={proposal.said_by}
        send={() => api.POST("/projects/{id}/categories/withdraw", { params: { path: { id } } })}
      />
      {mayDecide && <DecideProposal name={`scope-proposal.${id}`} projectId={id} decide={decide} />}
    </Card>
  );
}
