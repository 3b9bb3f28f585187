import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import layout from "../../ui/layout.module.css";
import { permissionsQuery } from "../identity/session.queries.ts";
import type { Report } from "./report.queries.ts";

export const REPORT_KINDS: readonly Report["kind"][] = ["auditor_package", "summary_pdf", "csv", "oscal"];

interface BuildReportProps {
  projectId: string;
  kinds?: readonly Report["kind"][];
}

/** The report types that can be built; empty for users without permission. */
export function BuildReport({ projectId, kinds = REPORT_KINDS }: BuildReportProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const permissions = useQuery(permissionsQuery({ project_id: projectId })).data;
  const build = useMutation({
    mutationFn: (kind: Report["kind"]) => api.POST("/reports", { body: { project_id: projectId, kind } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["reports"] }),
  });
  if (permissions?.has("report.create") !== true) return null;
  return (
    <Card title={t("reports.build")} flush>
      {build.isError && <Problem error={build.error} />}
      <ul className={layout["list"]}>
        {kinds.map((kind) => (
          <li key={kind}>
            <span className={layout["grow"]}>
              <strong>{t(`reportKind.${kind}`)}</strong>
              <br />
              <Note>{t(`reportHolds.${kind}`)}</Note>
            </span>
            <Button
              size="xs"
              variant="default"
              aria-label={t("reports.buildOne", { kind: t(`reportKind.${kind}`) })}
              loading={build.isPending && build.variables === kind}
              onClick={() => build.mutate(kind)}
            >
              {t("reports.go")}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
