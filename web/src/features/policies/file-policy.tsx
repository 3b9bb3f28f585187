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
import { projectQuery } from "../projects/project.queries.ts";
import { ControlSelect } from "./control-select.tsx";
import { policyTypesQuery, type Policy } from "./policy.queries.ts";

interface FilePolicyProps {
  policy: Policy;
  projectId: string;
}

/** The control that it was requested for, or the first that policies of its type serve. */
function useSuggested({ control_id: requested, type, framework }: Policy, projectId: string): string | null {
  const types = useQuery(policyTypesQuery).data?.policy_types ?? [];
  const controls = useQuery(projectQuery(projectId)).data?.controls ?? [];
  const served = types.find((one) => one.type === type)?.controls ?? [];
  const isServed = ({ number }: { number: string }): boolean =>
    served.some((control) => control.framework === framework && control.number === number);
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
