import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Bar } from "../../ui/bar.tsx";
import { Empty } from "../../ui/empty.tsx";
import table from "../../ui/table.module.css";
import { ControlBadge } from "./control-badge.tsx";
import type { Control } from "./control.queries.ts";
import styles from "./controls.module.css";

/** The controls that are chosen for a change, as they were then. */
interface Marks {
  marked: ReadonlyMap<string, Control>;
  onMark: (marked: ReadonlyMap<string, Control>) => void;
}

interface MarkProps extends Marks {
  label: string;
  controls: readonly Control[];
}

/** Chooses one control, or all of a category. */
function Mark({ label, controls, marked, onMark }: MarkProps) {
  const isMarked = controls.every(({ id }) => marked.has(id));
  const toggle = () => {
    const next = new Map(marked);
    for (const control of controls) {
      if (isMarked) next.delete(control.id);
      else if (!next.has(control.id)) next.set(control.id, control);
    }
    onMark(next);
  };
  return (
    <input
      type="checkbox"
      className={styles["mark"]}
      aria-label={label}
      checked={isMarked}
      onChange={toggle}
    />
  );
}

interface RowProps {
  control: Control;
  isChosen: boolean;
  marks: Marks | undefined;
}

function Row({ control, isChosen, marks }: RowProps) {
  const format = useFormat();
  const { number, title, status, progress, not_applicable: notApplicable, owner } = control;
  return (
    <tr aria-selected={isChosen}>
      <td className={table["code"]}>
        {marks !== undefined && <Mark label={number} controls={[control]} {...marks} />}
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
          {title}
        </Link>
      </td>
      <td data-wide className={styles["progress"]}>
        {!notApplicable && (
          <Bar
            parts={[{ percent: progress, tone: status === "complete" ? "good" : "warn" }]}
            label={format.percent(progress)}
          />
        )}
      </td>
      <td data-number data-wide>
        {control.approved_evidence} / {control.required_evidence}
      </td>
      <td data-wide>{owner?.name ?? "–"}</td>
      <td>
        <ControlBadge status={status} notApplicable={notApplicable} />
      </td>
    </tr>
  );
}

function Head() {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        <th scope="col">{t("controls.number")}</th>
        <th scope="col">{t("controls.control")}</th>
        <th scope="col" data-wide>
          {t("controls.progress")}
        </th>
        <th scope="col" data-wide data-number>
          {t("controls.evidence")}
        </th>
        <th scope="col" data-wide>
          {t("controls.owner")}
        </th>
        <th scope="col">{t("controls.status")}</th>
      </tr>
    </thead>
  );
}

interface TableProps {
  controls: readonly Control[];
  chosen?: string | undefined;
  /** For those who may change controls. */
  marks?: Marks;
}

/** Controls grouped by category. */
export function ControlsTable({ controls, chosen, marks }: TableProps) {
  const { t } = useTranslation();
  if (controls.length === 0) return <Empty title={t("controls.none")}>{t("controls.noneHint")}</Empty>;
  return (
    <div className={table["scroll"]}>
      <table className={table["table"]}>
        <Head />
        {[...Map.groupBy(controls, ({ category }) => category)].map(([category, rows]) => (
          <Fragment key={category}>
            <tbody>
              <tr className={table["group"]}>
                <th scope="rowgroup" colSpan={6}>
                  {marks !== undefined && (
                    <Mark label={t("controls.choose", { category })} controls={rows} {...marks} />
                  )}
                  {category}
                </th>
              </tr>
              {rows.map((control) => (
                <Row key={control.id} control={control} isChosen={control.id === chosen} marks={marks} />
              ))}
            </tbody>
          </Fragment>
        ))}
      </table>
    </div>
  );
}
