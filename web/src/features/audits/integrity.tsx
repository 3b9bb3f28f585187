import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../http/api-error.ts";
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
import styles from "./audits.module.css";

const hexOf = (digest: ArrayBuffer): string =>
  [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

type State = "unchanged" | "changed" | "unread";

/** A range, because the answer then says whether the file differs; without the browser's copy, which may be older. */
const AS_STORED = { headers: { Range: "bytes=0-" }, cache: "no-store", parseAs: "arrayBuffer" } as const;

/** A file that is not there must not hide what others have become, but without a connection nothing is known. */
async function stateOf({ id, sha256 }: Evidence, signal: AbortSignal): Promise<State> {
  const params = { path: { id } };
  try {
    const { data } = await api.GET("/evidence/{id}/file", { ...AS_STORED, params, signal });
    const hash = hexOf(await crypto.subtle.digest("SHA-256", data as ArrayBuffer));
    return hash === sha256 ? "unchanged" : "changed";
  } catch (error) {
    if (error instanceof ApiError && error.reason === "file_changed") return "changed";
    if (error instanceof ApiError && !error.isPassing && !error.isSignedOut) return "unread";
    throw error;
  }
}

interface Checked {
  evidence: Evidence;
  state: State;
}

/** Reads the files one after another. */
function useCheck(evidence: readonly Evidence[]) {
  const abort = useRef<AbortController>(null);
  const [done, setDone] = useState(0);
  useEffect(() => () => abort.current?.abort(), []);
  const check = useMutation({
    mutationFn: async () => {
      abort.current = new AbortController();
      const checked: Checked[] = [];
      for (const one of evidence) {
        setDone(checked.length);
        checked.push({ evidence: one, state: await stateOf(one, abort.current.signal) });
      }
      return checked;
    },
  });
  return { check, done };
}

/** The files that are not as they were accepted, by what is wrong with them. */
function Outcome({ checked }: { checked: readonly Checked[] }) {
  const { t } = useTranslation();
  const of = (state: State) => checked.filter((one) => one.state === state);
  return (
    <>
      {(["changed", "unread"] as const).map((state) => {
        const files = of(state);
        return (
          files.length > 0 && (
            <div key={state} role="alert">
              <Badge tone="bad">{t(`auditing.files.${state}`, { count: files.length })}</Badge>
              <ul className={styles["files"]}>
                {files.map(({ evidence: { id, title } }) => (
                  <li key={id}>
                    <Link to="/evidence/$evidenceId" params={{ evidenceId: id }}>
                      {title}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
      {of("unchanged").length > 0 && (
        <Badge tone="good">{t("auditing.files.unchanged", { count: of("unchanged").length })}</Badge>
      )}
    </>
  );
}

/** Checks that accepted files have not changed since their upload. */
function FilesCheck({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(auditedEvidenceQuery(projectId));
  const accepted = data.filter(({ acceptance }) => acceptance === "accepted");
  const { check, done } = useCheck(accepted);
  return (
    <div className={layout["ask"]}>
      <Note>{t("auditing.integrityHint")}</Note>
      <Button
        variant="default"
        disabled={accepted.length === 0}
        loading={check.isPending}
        onClick={() => check.mutate()}
      >
        {t("auditing.check")}
      </Button>
      <div role="status">
        {check.isPending && <Note>{t("auditing.checking", { done, total: accepted.length })}</Note>}
        {check.data !== undefined && <Outcome checked={check.data} />}
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
