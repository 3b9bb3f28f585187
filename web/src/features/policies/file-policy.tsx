import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import layout from "../../ui/layout.module.css";
import { filedPoliciesQuery } from "../evidence/evidence.queries.ts";
import { projectQuery } from "../projects/project.queries.ts";
import { ControlSelect } from "./control-select.tsx";
import { policyTypesQuery, type Policy } from "./policy.queries.ts";

interface FilePolicyProps {
  policy: Policy;
  projectId: string;
}

/**
 * The control that it was last filed for; before that, the one it was requested for, or the first that policies
 * of its type serve. None if its latest version is filed already.
 */
function useSuggested(policy: Policy, projectId: string): string | null {
  const { id, version, control_id: requested, type, framework } = policy;
  const evidence = useQuery(filedPoliciesQuery(projectId)).data ?? [];
  const types = useQuery(policyTypesQuery).data?.policy_types ?? [];
  const controls = useQuery(projectQuery(projectId)).data?.controls ?? [];
  const served = types.find((one) => one.type === type)?.controls ?? [];
  const isServed = ({ number }: { number: string }): boolean =>
    served.some((control) => control.framework === framework && control.number === number);
  const filed = evidence.filter((one) => one.policy?.id === id);
  if (filed.some((one) => one.policy?.version === version && one.status !== "rejected")) return null;
  const last = controls.find((control) => control.id === filed[0]?.control_id);
  if (last !== undefined) return last.number;
  return requested ?? controls.find(isServed)?.number ?? null;
}

/** A policy counts as evidence once it is filed for a control and approved. */
export function FilePolicy({ policy, projectId }: FilePolicyProps) {
  const { t } = useTranslation();
  const { id } = policy;
  const suggested = useSuggested(policy, projectId);
  const [draft, setDraft] = useDraft(`policy.file.${id}`);
  const chosen = draft === "" ? suggested : draft;
  const queries = useQueryClient();
  const toast = useToast();
  const file = useMutation({
    mutationFn: (control: string) =>
      api.POST("/policies/{id}/file-as-evidence", {
        params: { path: { id } },
        body: { control_id: control, format: "pdf" },
      }),
    onSuccess: async () => {
      setDraft("");
      toast({ text: t("policies.filed") });
      await queries.invalidateQueries({ queryKey: ["evidence"] });
    },
  });
  return (
    <Card title={t("policies.file")} screenOnly>
      <div className={layout["stack"]}>
        <Note>{t("policies.fileHint")}</Note>
        <ControlSelect projectId={projectId} value={chosen} onChange={(number) => setDraft(number ?? "")} />
        {file.isError && <Problem error={file.error} />}
        <div>
          <Button
            variant="default"
            disabled={chosen === null}
            loading={file.isPending}
            onClick={() => file.mutate(chosen!)}
          >
            {t("policies.fileGo")}
          </Button>
        </div>
      </div>
    </Card>
  );
}
