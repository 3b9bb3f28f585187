import { Button, TextInput, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import {
  needsReason,
  nextStatuses,
  transitionAction,
  type FindingStatus,
} from "../../../../domain/findings/finding.rules.ts";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import layout from "../../ui/layout.module.css";
import { permissionsQuery } from "../identity/session.queries.ts";
import type { Finding } from "./finding.queries.ts";
import { useMove } from "./use-move.ts";

interface ReasonFormProps {
  to: FindingStatus;
  isPending: boolean;
  onMove: (reason: string, until: string | undefined) => void;
  onCancel: () => void;
}

/** A decision says why, and an acceptance until when. */
function ReasonForm({ to, isPending, onMove, onCancel }: ReasonFormProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  const [until, setUntil] = useState("");
  const isAcceptance = to === "accepted";
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onMove(reason.trim(), isAcceptance ? new Date(until).toISOString() : undefined);
  };
  return (
    <form onSubmit={submit} className={layout["stack"]}>
      <Textarea
        label={t("findings.why", { status: t(`findingStatus.${to}`) })}
        required
        withAsterisk={false}
        autoFocus
        rows={3}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {isAcceptance && (
        <TextInput
          type="date"
          label={t("findings.until")}
          required
          withAsterisk={false}
          value={until}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
      )}
      <div className={layout["inline"]}>
        <Button type="submit" size="xs" loading={isPending}>
          {t(`findingMove.${to}`)}
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          {t("action.cancel")}
        </Button>
      </div>
    </form>
  );
}

/** Where a finding can go from here, as far as the person may send it there. */
export function FindingMoves({ finding: { id, status } }: { finding: Finding }) {
  const { t } = useTranslation();
  const permissions = useQuery(permissionsQuery({ finding_id: id })).data;
  const [asking, setAsking] = useState<FindingStatus | null>(null);
  const move = useMove(id);
  const allowed = nextStatuses(status).filter(
    (to) => to !== status && permissions?.has(transitionAction(status, to)) === true,
  );
  const begin = (to: FindingStatus) =>
    needsReason(status, to) || to === "resolved" ? setAsking(to) : move.mutate({ status: to });
  if (asking !== null)
    return (
      <>
        {move.isError && <Problem error={move.error} />}
        <ReasonForm
          to={asking}
          isPending={move.isPending}
          onCancel={() => setAsking(null)}
          onMove={(reason, until) =>
            move.mutate(
              { status: asking, reason, ...(until === undefined ? {} : { until }) },
              { onSuccess: () => setAsking(null) },
            )
          }
        />
      </>
    );
  return (
    <>
      {move.isError && <Problem error={move.error} />}
      {permissions !== undefined && allowed.length === 0 && <Note>{t("findings.noMoves")}</Note>}
      <div className={layout["toolbar"]}>
        {allowed.map((to) => (
          <Button key={to} size="xs" variant="default" loading={move.isPending} onClick={() => begin(to)}>
            {t(`findingMove.${to}`)}
          </Button>
        ))}
      </div>
    </>
  );
}
