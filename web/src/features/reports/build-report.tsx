import { Button, Select } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { LANGUAGES, type Language } from "../../i18n/set-up-i18n.ts";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import layout from "../../ui/layout.module.css";
import { permissionsQuery } from "../identity/session.queries.ts";
import { REPORT_KINDS } from "./report-kinds.ts";
import type { Report } from "./report.queries.ts";

interface BuildReportProps {
  projectId: string;
  kinds?: readonly Report["kind"][];
}

interface LanguageChoiceProps {
  value: Language;
  onChange: (language: Language) => void;
}

/** The language of the files. */
function LanguageChoice({ value, onChange }: LanguageChoiceProps) {
  const { t } = useTranslation();
  return (
    <Select
      size="xs"
      w={110}
      aria-label={t("reports.language")}
      data={Object.entries(LANGUAGES).map(([tag, label]) => ({ value: tag, label }))}
      allowDeselect={false}
      value={value}
      onChange={(language) => onChange((language ?? value) as Language)}
    />
  );
}

/** The report types that can be built; empty for users without permission. */
export function BuildReport({ projectId, kinds = REPORT_KINDS }: BuildReportProps) {
  const { t, i18n } = useTranslation();
  const [chosen, setChosen] = useState<Language | null>(null);
  const language = chosen ?? (i18n.language as Language);
  const queries = useQueryClient();
  const permissions = useQuery(permissionsQuery({ project_id: projectId })).data;
  const build = useMutation({
    mutationFn: (kind: Report["kind"]) =>
      api.POST("/reports", { body: { project_id: projectId, kind, language } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["reports"] }),
  });
  if (permissions?.has("report.create") !== true) return null;
  return (
    <Card title={t("reports.build")} aside={<LanguageChoice value={language} onChange={setChosen} />} flush>
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
