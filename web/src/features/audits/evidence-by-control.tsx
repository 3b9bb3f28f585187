import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { CatalogueText } from "../../ui/catalogue-text.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Note } from "../../ui/note.tsx";
import { Parts } from "../../ui/parts.tsx";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import table from "../../ui/table.module.css";
import { EvidenceBadge } from "../evidence/evidence-badge.tsx";
import type { Evidence } from "../evidence/evidence.queries.ts";
import { permissionsQuery } from "../identity/session.queries.ts";
import { projectQuery } from "../projects/project.queries.ts";
import { AcceptAll } from "./accept-all.tsx";
import { auditedEvidenceQuery } from "./audits.queries.ts";
import { VerdictButtons } from "./verdict-buttons.tsx";
import { VERDICTS, verdictOf, type Verdict } from "./verdict.ts";
import styles from "./audits.module.css";

interface DeedProps {
  by: string | undefined;
  at: string | null;
  note: string | null;
}

/** Who decided, when and why. */
function Deed({ by, at, note }: DeedProps) {
  return (
    <Note>
      <Parts>
        <span>{by}</span>
        {at !== null && (
          <span>
            <When at={at} />
          </span>
        )}
        {note !== null && note !== "" && <span>{note}</span>}
      </Parts>
    </Note>
  );
}

function One({ evidence, mayDecide }: { evidence: Evidence; mayDecide: boolean }) {
  const { t } = useTranslation();
  const { id, title, status, reviewer, reviewed_at: at, review_note: note, acceptance } = evidence;
  const { accepted_at: acceptedAt, acceptance_note: acceptanceNote, acceptor } = evidence;
  return (
    <li>
      <span className={layout["grow"]}>
        <Link to="/evidence/$evidenceId" params={{ evidenceId: id }}>
          {title}
        </Link>
        <Deed by={reviewer?.name} at={at} note={note} />
        {acceptance === "accepted" && acceptedAt !== at && (
          <Deed
            by={t("auditing.acceptedBy", { name: acceptor?.name ?? t("activity.somebody") })}
            at={acceptedAt}
            note={acceptanceNote}
          />
        )}
      </span>
      {acceptance === "accepted" && status !== "expired" ? (
        <Badge tone="good">{t("auditing.accepted")}</Badge>
      ) : (
        <EvidenceBadge evidence={evidence} />
      )}
      <VerdictButtons evidence={evidence} mayDecide={mayDecide} />
    </li>
  );
}

/** All evidence of a project has the same permission, so one request for one piece is enough. */
function useMayDecide(evidence: Evidence | undefined): boolean {
  const id = evidence?.id ?? "";
  const { data } = useQuery({ ...permissionsQuery({ evidence_id: id }), enabled: id !== "" });
  return data?.has("evidence.accept") === true;
}

function Groups({ evidence, projectId }: { evidence: readonly Evidence[]; projectId: string }) {
  const { t } = useTranslation();
  const controls = useQuery(projectQuery(projectId)).data?.controls ?? [];
  const mayDecide = useMayDecide(evidence[0]);
  if (evidence.length === 0) return <Empty title={t("auditing.nothing")}>{t("auditing.nothingHint")}</Empty>;
  const groups = Map.groupBy(evidence, ({ control_id: id }) => id);
  const controlOf = (id: string) => controls.find((control) => control.id === id);
  const inOrder = [...groups].toSorted(
    ([a], [b]) => controls.findIndex(({ id }) => id === a) - controls.findIndex(({ id }) => id === b),
  );
  return inOrder.map(([controlId, pieces]) => (
    <section key={controlId}>
      <div className={styles["control"]}>
        <h3>
          <span className={table["code"]}>{controlOf(controlId)?.number}</span>{" "}
          <CatalogueText>{controlOf(controlId)?.title ?? ""}</CatalogueText>
        </h3>
        {mayDecide && <AcceptAll control={controlOf(controlId)?.number ?? ""} evidence={pieces} />}
      </div>
      <ul className={layout["list"]}>
        {pieces.map((one) => (
          <One key={one.id} evidence={one} mayDecide={mayDecide} />
        ))}
      </ul>
    </section>
  ));
}

interface EvidenceByControlProps {
  projectId: string;
  shown: Verdict;
  onShow: (verdict: Verdict) => void;
}

/** Reviewed evidence grouped by control, for the auditor's verdict. */
export function EvidenceByControl({ projectId, shown, onShow }: EvidenceByControlProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useQuery(auditedEvidenceQuery(projectId));
  const of = (verdict: Verdict) =>
    query.data?.filter((one) => verdict === "all" || verdictOf(one) === verdict) ?? [];
  const label = (verdict: Verdict) =>
    query.data === undefined
      ? t(`auditing.${verdict}`)
      : `${t(`auditing.${verdict}`)} (${format.number(of(verdict).length)})`;
  return (
    <Card title={t("auditing.evidence")} flush>
      <div className={styles["filter"]}>
        <SegmentedControl
          size="xs"
          aria-label={t("auditing.shown")}
          value={shown}
          onChange={(value) => onShow(value)}
          data={VERDICTS.map((value) => ({ value, label: label(value) }))}
        />
      </div>
      <div role="group" aria-label={t(`auditing.${shown}`)} {...useKeptFocus<HTMLDivElement>()}>
        <WhenLoaded query={query}>{() => <Groups evidence={of(shown)} projectId={projectId} />}</WhenLoaded>
      </div>
    </Card>
  );
}
