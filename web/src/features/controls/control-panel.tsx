import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { CatalogueText } from "../../ui/catalogue-text.tsx";
import { Note } from "../../ui/note.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import table from "../../ui/table.module.css";
import { ControlComments } from "../control-comments/control-comments.tsx";
import { ControlApplicability } from "./control-applicability.tsx";
import { ControlBadge } from "./control-badge.tsx";
import { ControlDue } from "./control-due.tsx";
import { ControlHistory } from "./control-history.tsx";
import { ControlOwner } from "./control-owner.tsx";
import { EvidenceOfControl } from "./evidence-of-control.tsx";
import { FindingsOfControl } from "./findings-of-control.tsx";
import { ProposedChange } from "./proposed-change.tsx";
import { RelatedControls } from "./related-controls.tsx";
import type { Control } from "./control.queries.ts";
import styles from "./controls.module.css";

function Facts({ control, projectId }: { control: Control; projectId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <dl className={styles["facts"]}>
      <dt>{t("controls.status")}</dt>
      <dd>
        <ControlBadge status={control.status} notApplicable={control.not_applicable} />
      </dd>
      <dt>{t("controls.progress")}</dt>
      <dd>
        {format.percent(control.progress)}
        {control.progress_source === "manual" && <Note> {t("controls.byHand")}</Note>}
      </dd>
      <dt>{t("controls.evidence")}</dt>
      <dd>
        {t("controls.evidenceCounts", {
          approved: control.approved_evidence,
          required: control.required_evidence,
          pending: control.pending_evidence,
        })}
      </dd>
      <dt>{t("controls.owner")}</dt>
      <dd>
        <ControlOwner control={control} projectId={projectId} />
      </dd>
      <dt>{t("controls.due")}</dt>
      <dd>
        <ControlDue control={control} projectId={projectId} />
      </dd>
      {control.justification !== null && (
        <>
          <dt>{t("controls.justification")}</dt>
          <dd>{control.justification}</dd>
        </>
      )}
    </dl>
  );
}

/** What a control requires, and the evidence for it. */
export function ControlPanel(props: { control: Control; projectId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { control, projectId, onClose } = props;
  const title = (
    <>
      <span className={table["code"]}>{control.number}</span> <CatalogueText>{control.title}</CatalogueText>
    </>
  );
  return (
    <SidePanel title={title} onClose={onClose}>
      <p>
        <CatalogueText>{control.summary}</CatalogueText>
      </p>
      {control.evidence_hints.length > 0 && (
        <>
          <h3>{t("controls.typical")}</h3>
          <ul>
            {control.evidence_hints.map((hint) => (
              <li key={hint}>
                <CatalogueText>{hint}</CatalogueText>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{t("controls.standing")}</h3>
      <Facts control={control} projectId={projectId} />
      <ControlApplicability key={control.id} control={control} projectId={projectId} />
      <ProposedChange control={control} projectId={projectId} />
      <h3>{t("controls.evidence")}</h3>
      <EvidenceOfControl control={control} projectId={projectId} />
      <FindingsOfControl control={control} projectId={projectId} />
      <RelatedControls control={control} projectId={projectId} />
      <h3>{t("comments.title")}</h3>
      <ControlComments projectId={projectId} controlId={control.id} />
      <h3>{t("history.title")}</h3>
      <ControlHistory control={control} />
    </SidePanel>
  );
}
