import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import layout from "../../ui/layout.module.css";
import type { Evidence } from "../evidence/evidence.queries.ts";
import { useMay } from "../identity/use-may.ts";
import { AuditLogCheck } from "./audit-log-check.tsx";
import { auditedEvidenceQuery } from "./audits.queries.ts";

const hexOf = (digest: ArrayBuffer): string =>
  [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function isUnchanged({ id, sha256 }: Evidence, signal: AbortSignal): Promise<boolean> {
  const params = { path: { id } };
  const { data } = await api.GET("/evidence/{id}/file", { params, parseAs: "arrayBuffer", signal });
  return hexOf(await crypto.subtle.digest("SHA-256", data as ArrayBuffer)) === sha256;
}

/** Reads the files one after another and reports those that differ from the upload. */
function useCheck(evidence: readonly Evidence[]) {
  const abort = useRef<AbortController>(null);
  const [done, setDone] = useState(0);
  useEffect(() => () => abort.current?.abort(), []);
  const check = useMutation({
    mutationFn: async () => {
      abort.current = new AbortController();
      const changed: string[] = [];
      for (const [index, one] of evidence.entries()) {
        setDone(index);
        if (!(await isUnchanged(one, abort.current.signal))) changed.push(one.title);
      }
      return { checked: evidence.length, changed };
    },
  });
  return { check, done };
}

/** Checks that accepted files have not changed since the auditor accepted them. */
function FilesCheck({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(auditedEvidenceQuery(projectId));
  const accepted = data.filter(({ acceptance }) => acceptance === "accepted");
  const { check, done } = useCheck(accepted);
  const result = check.data;
  return (
    <div className={layout["ask"]}>
      <Note>{t("auditing.integrityHint")}</Note>
      <Button
        size="xs"
        variant="default"
        disabled={accepted.length === 0}
        loading={check.isPending}
        onClick={() => check.mutate()}
      >
        {t("auditing.check")}
      </Button>
      <div role="status">
        {check.isPending && <Note>{t("auditing.checking", { done, total: accepted.length })}</Note>}
        {result !== undefined && result.changed.length === 0 && (
          <Badge tone="good">{t("auditing.whole", { count: result.checked })}</Badge>
        )}
        {result !== undefined && result.changed.length > 0 && (
          <Badge tone="bad">{t("auditing.broken", { titles: result.changed.join(", ") })}</Badge>
        )}
      </div>
      {check.isError && <Problem error={check.error} />}
    </div>
  );
}

/** Whether the files and the audit log are what they were. */
export function Integrity({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const mayVerify = useMay("audit_log.verify");
  return (
    <Card title={t("auditing.integrity")}>
      <div className={layout["stack"]}>
        {"subtle" in crypto && <FilesCheck projectId={projectId} />}
        {mayVerify && <AuditLogCheck />}
      </div>
    </Card>
  );
}
