import { Button, Select } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import layout from "../../ui/layout.module.css";
import { projectQuery } from "../projects/project.queries.ts";
import type { Policy } from "./policy.queries.ts";

interface FilePolicyProps {
  policy: Policy;
  projectId: string;
}

/** A policy counts as evidence once it is filed for a control and approved. */
export function FilePolicy({ policy: { id, control_id: suggested }, projectId }: FilePolicyProps) {
  const { t } = useTranslation();
  const project = useQuery(projectQuery(projectId)).data;
  const [controlId, setControlId] = useState<string | null>(null);
  const controls = project?.controls ?? [];
  const chosen = controlId ?? controls.find(({ number }) => number === suggested)?.id ?? null;
  const file = useMutation({
    mutationFn: (control: string) =>
      api.POST("/policies/{id}/file-as-evidence", {
        params: { path: { id } },
        body: { control_id: control, format: "pdf" },
      }),
  });
  const filed = file.data?.data?.data;
  return (
    <Card title={t("policies.file")}>
      <div className={layout["stack"]}>
        <Note>{t("policies.fileHint")}</Note>
        <Select
          label={t("policies.fileFor")}
          searchable
          data={controls.map(({ id: value, number, title }) => ({ value, label: `${number} ${title}` }))}
          value={chosen}
          onChange={setControlId}
        />
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
        {filed !== undefined && (
          <p role="status">
            {t("policies.filed")}.{" "}
            <Link to="/evidence/$evidenceId" params={{ evidenceId: filed.id }}>
              {t("policies.openEvidence")}
            </Link>
          </p>
        )}
      </div>
    </Card>
  );
}
