import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import layout from "../../ui/layout.module.css";
import { ControlSelect } from "./control-select.tsx";
import type { Policy } from "./policy.queries.ts";

interface FilePolicyProps {
  policy: Policy;
  projectId: string;
}

/** A policy counts as evidence once it is filed for a control and approved. */
export function FilePolicy({ policy: { id, control_id: suggested }, projectId }: FilePolicyProps) {
  const { t } = useTranslation();
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
    <Card title={t("policies.file")}>
      <div className={layout["stack"]}>
        <Note>{t("policies.fileHint")}</Note>
        <ControlSelect projectId={projectId} value={chosen} onChange={(number) => setDraft(number ?? "")} />
        {file.isError && <Problem error={file.error} />}
        <div>
          <Button
            size="xs"
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
