import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../http/client.ts";
import { Badge } from "../../ui/badge.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import layout from "../../ui/layout.module.css";
import { ChainProblem } from "../audit-log/chain-problem.tsx";

/** Verifies the chain of the whole audit log, of which an auditor sees only a part. */
export function AuditLogCheck() {
  const { t } = useTranslation();
  const check = useMutation({ mutationFn: () => dataOf(api.GET("/audit-log/verification")) });
  const verdict = check.data;
  return (
    <div className={layout["ask"]}>
      <Note>{t("auditing.logHint")}</Note>
      <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
        {t("auditing.checkLog")}
      </Button>
      {verdict !== undefined && verdict.problem !== null && <ChainProblem problem={verdict.problem} />}
      <div role="status">
        {verdict !== undefined && verdict.problem === null && (
          <>
            <Badge tone="good" wraps>
              {t("audit.whole", { count: verdict.entries })}
            </Badge>
            <br />
            {t("audit.head")}{" "}
            <Copyable text={`${verdict.entries}:${verdict.head_hash}`} label={t("audit.head")} />
            <br />
            <Note>{t("audit.headHint")}</Note>
          </>
        )}
      </div>
      {check.isError && <Problem error={check.error} />}
    </div>
  );
}
