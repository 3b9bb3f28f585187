import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Problem } from "../../ui/problem.tsx";
import { refreshReviewed } from "../review/refresh-reviewed.ts";
import type { Evidence } from "../evidence/evidence.queries.ts";
import { verdictOf } from "./verdict.ts";

interface AcceptAllProps {
  /** The number of the control that the evidence belongs to. */
  control: string;
  evidence: readonly Evidence[];
}

/** Accepts what waits for the auditor, one after the other, up to the first that is refused. A single piece has its own button. */
export function AcceptAll({ control, evidence }: AcceptAllProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const waiting = evidence.filter((one) => one.status === "approved" && verdictOf(one) === "toDecide");
  const accept = useMutation({
    mutationFn: async () => {
      for (const { id } of waiting)
        await api.POST("/evidence/{id}/acceptance", {
          params: { path: { id } },
          body: { decision: "accept" },
        });
    },
    onSettled: () => refreshReviewed(queries),
  });
  const text = t("auditing.acceptAll", { count: waiting.length });
  return (
    <>
      {accept.isError && <Problem error={accept.error} />}
      {waiting.length > 1 && (
        <Button
          variant="subtle"
          aria-label={`${text}: ${control}`}
          loading={accept.isPending}
          onClick={() => accept.mutate()}
        >
          {text}
        </Button>
      )}
    </>
  );
}
