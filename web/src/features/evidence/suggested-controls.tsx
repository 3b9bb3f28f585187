import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { CatalogueText } from "../../ui/catalogue-text.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { useToast } from "../../ui/toast.tsx";
import layout from "../../ui/layout.module.css";
import table from "../../ui/table.module.css";
import { suggestedControlsQuery, type EvidenceDetail, type SuggestedControl } from "./evidence.queries.ts";
import styles from "./evidence.module.css";

/** Copies evidence to another project, where it is reviewed again. */
function useReuse({ id }: EvidenceDetail) {
  const { t } = useTranslation();
  const toast = useToast();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ project_id: to }: SuggestedControl) =>
      api.POST("/evidence/{id}/reuse", { params: { path: { id } }, body: { project_id: to } }),
    onSuccess: async (_, { project_name: project }) => {
      toast({ text: t("servedControls.copied", { project }) });
      await queries.invalidateQueries({ queryKey: ["evidence"] });
    },
  });
}

interface SuggestedProps {
  evidence: EvidenceDetail;
  isPending: boolean;
  /** Whether this control is being added. */
  isAdding: (number: string) => boolean;
  onAdd: (number: string) => void;
}

/** Controls that ask for the same according to the cross map: in its project, and in the customer's others. */
export function SuggestedControls({ evidence, isPending, isAdding, onAdd }: SuggestedProps) {
  const { t } = useTranslation();
  const reuse = useReuse(evidence);
  const suggestions = useQuery(suggestedControlsQuery(evidence.id)).data?.suggestions ?? [];
  const here = suggestions.filter(({ project_id: project }) => project === evidence.project_id);
  const elsewhere = Map.groupBy(
    suggestions.filter(({ project_id: project }) => project !== evidence.project_id),
    ({ project_id: project }) => project,
  );
  const isReusable = evidence.status === "pending" || evidence.status === "approved";
  if (here.length === 0 && (elsewhere.size === 0 || !isReusable)) return null;
  return (
    <>
      <Note>{t("servedControls.suggested")}</Note>
      <RowList label={t("servedControls.suggested")}>
        {here.map(({ number, title }) => (
          <li key={number}>
            <span className={layout["grow"]}>
              <span className={table["code"]}>{number}</span> <CatalogueText>{title}</CatalogueText>
            </span>
            <Button
              size="compact-xs"
              variant="default"
              loading={isAdding(number)}
              disabled={isPending && !isAdding(number)}
              aria-label={t("servedControls.addOne", { number })}
              onClick={() => onAdd(number)}
            >
              {t("servedControls.addShort")}
            </Button>
          </li>
        ))}
        {isReusable &&
          [...elsewhere.values()].map((controls) => (
            <li key={controls[0]!.project_id}>
              <span className={layout["grow"]}>
                {controls[0]!.project_name}
                <br />
                <span className={styles["numbers"]}>{controls.map(({ number }) => number).join(" ")}</span>
              </span>
              <Button
                size="compact-xs"
                variant="default"
                loading={reuse.isPending && reuse.variables.project_id === controls[0]!.project_id}
                aria-label={t("servedControls.copyTo", { project: controls[0]!.project_name })}
                onClick={() => reuse.mutate(controls[0]!)}
              >
                {t("servedControls.copy")}
              </Button>
            </li>
          ))}
      </RowList>
      {reuse.isError && <Problem error={reuse.error} />}
    </>
  );
}
