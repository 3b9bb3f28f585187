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

function Row({ control, isChosen }: { control: Control; isChosen: boolean }) {
  const format = useFormat();
  const { number, title, status, progress, not_applicable: notApplicable, owner } = control;
  return (
    <tr aria-selected={isChosen}>
      <td className={table["code"]}>{number}</td>
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

/** Controls grouped by category. */
export function ControlsTable({
  controls,
  chosen,
}: {
  controls: readonly Control[];
  chosen?: string | undefined;
}) {
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
                  {category}
                </th>
              </tr>
              {rows.map((control) => (
                <Row key={control.id} control={control} isChosen={control.id === chosen} />
              ))}
            </tbody>
          </Fragment>
        ))}
      </table>
    </div>
  );
}
