import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Card } from "../../ui/card.tsx";
import { Problem } from "../../ui/problem.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { permissionsQuery } from "../identity/session.queries.ts";
import { ingestionQuery, type EvidenceDetail } from "./evidence.queries.ts";
import { ReadingProgress, WhyUnread } from "./reading-progress.tsx";

function Retry({ id }: Pick<EvidenceDetail, "id">) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: () => api.POST("/evidence/{id}/ingestion/retry", { params: { path: { id } } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["evidence"] }),
  });
  return (
    <>
      <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
        {t("evidence.readAgain")}
      </Button>
      {retry.isError && <Problem error={retry.error} />}
    </>
  );
}

/** The progress of reading a file or, if it could not be read, the reason and what to do. */
export function ReadingCard({ evidence }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation();
  const { id, chunking_status: read, status } = evidence;
  const query = useQuery({ ...ingestionQuery(id), enabled: read !== "COMPLETED" });
  // A quick failure is known here first.
  const reading = read === "COMPLETED" ? read : (query.data?.chunking_status ?? read);
  const mayRetry = useQuery(permissionsQuery({ evidence_id: id })).data?.has("evidence.update") === true;
  if (reading === "COMPLETED") return null;
  if (reading === "PENDING" || reading === "PROCESSING")
    return (
      <Card title={t("evidence.beingRead")}>
        <div className={layout["ask"]}>
          <ReadingProgress evidenceId={id} />
        </div>
      </Card>
    );
  return (
    <Card title={t("evidence.unreadable")}>
      <WhenLoaded query={query} lines={2}>
        {(ingestion) => (
          <div className={layout["ask"]}>
            <WhyUnread ingestion={ingestion} />
            {reading === "FAILED" && status !== "superseded" && mayRetry && <Retry id={id} />}
          </div>
        )}
      </WhenLoaded>
    </Card>
  );
}
