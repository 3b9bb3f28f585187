import { Link } from "@tanstack/react-router";
import type { Ref, SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Bar } from "../../ui/bar.tsx";
import { CatalogueText } from "../../ui/catalogue-text.tsx";
import { RowMark, type Marks } from "../../ui/row-mark.tsx";
import table from "../../ui/table.module.css";
import { ControlBadge } from "./control-badge.tsx";
import { DueBadge } from "./due-badge.tsx";
import { DueDate } from "./due-date.tsx";
import type { Control } from "./control.queries.ts";
import styles from "./controls.module.css";

export interface RowPosition {
  ref: Ref<HTMLTableRowElement>;
  "data-index": number;
  "aria-rowindex": number;
}

interface ControlRowProps {
  control: Control;
  isChosen: boolean;
  marks: Marks<Control> | undefined;
  /** The controls that its box chooses. */
  rangeOf: (control: Control, event: SyntheticEvent) => readonly Control[];
  /** Its place in the whole table. */
  position: RowPosition;
}

function State({ control }: { control: Control }) {
  const { t } = useTranslation();
  return (
    <>
      <ControlBadge status={control.status} notApplicable={control.not_applicable} />{" "}
      {control.pending_change !== null && <Badge tone="accent">{t("controls.proposal")}</Badge>}
    </>
  );
}

/** One control of the table. On phones its badges are below the title: beside it, German ones would be cut. */
export function ControlRow({ control, isChosen, marks, rangeOf, position }: ControlRowProps) {
  const format = useFormat();
  const { number, title, status, progress, not_applicable: notApplicable, owner } = control;
  return (
    <tr aria-selected={isChosen} {...position}>
      <td className={table["code"]}>
        {marks !== undefined && (
          <RowMark label={number} rows={[control]} rangeOf={(event) => rangeOf(control, event)} {...marks} />
        )}
        {number}
      </td>
      <td>
        <Link
          from="/projects/$projectId/controls"
          to="."
          search={(before) => ({ ...before, control: number })}
          resetScroll={false}
          className={table["rowLink"]}
        >
          <CatalogueText>{title}</CatalogueText>
        </Link>
        <div data-narrow>
          <span className={styles["badges"]}>
            <State control={control} />
            <DueBadge control={control} />
          </span>
        </div>
      </td>
      <td data-wide="more" className={styles["progress"]}>
        {!notApplicable && (
          <Bar
            parts={[{ percent: progress, tone: status === "complete" ? "good" : "warn" }]}
            label={format.percent(progress)}
          />
        )}
      </td>
      <td data-number data-wide="more">
        {control.approved_evidence} / {control.required_evidence}
      </td>
      <td data-wide>{owner?.name ?? "–"}</td>
      <td data-wide className={styles["due"]}>
        <DueDate control={control} />
      </td>
      <td data-wide>
        <State control={control} />
      </td>
    </tr>
  );
}
