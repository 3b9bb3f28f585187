import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { CONTROL_STATUSES } from "../../../../domain/controls/control.rules.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { Bar } from "../../ui/bar.tsx";
import { CatalogueText } from "../../ui/catalogue-text.tsx";
import { Note } from "../../ui/note.tsx";
import board from "../../ui/board.module.css";
import table from "../../ui/table.module.css";
import { DueBadge } from "./due-badge.tsx";
import type { Control } from "./control.queries.ts";

function Card({ control, isChosen }: { control: Control; isChosen: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { number, title, progress, status, owner, approved_evidence: approved } = control;
  return (
    <li className={board["card"]} aria-current={isChosen}>
      <Link
        from="/projects/$projectId/controls"
        to="."
        search={(before) => ({ ...before, control: number })}
        resetScroll={false}
      >
        <span className={table["code"]}>{number}</span> <CatalogueText>{title}</CatalogueText>
      </Link>
      <div className={board["marks"]}>
        <DueBadge control={control} />
      </div>
      {!control.not_applicable && (
        <Bar
          parts={[{ percent: progress, tone: status === "complete" ? "good" : "warn" }]}
          label={format.percent(progress)}
        />
      )}
      <div className={board["foot"]}>
        <Note>{owner?.name ?? t("controls.nobody")}</Note>
        <Note>
          {approved} / {control.required_evidence}
        </Note>
      </div>
    </li>
  );
}

interface BoardProps {
  controls: readonly Control[];
  chosen?: string | undefined;
}

/** One column per status. Evidence moves a control, so cards cannot be dragged. */
export function ControlsBoard({ controls, chosen }: BoardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns = [
    ...CONTROL_STATUSES.map((status) => ({
      name: t(`controlStatus.${status}`),
      rows: controls.filter((control) => control.status === status && !control.not_applicable),
    })),
    { name: t("controls.notApplicable"), rows: controls.filter(({ not_applicable: isOut }) => isOut) },
  ];
  return (
    <div className={board["board"]} role="region" aria-label={t("controls.board")} tabIndex={0}>
      {columns.map(({ name, rows }) => (
        <section key={name} className={board["column"]} aria-label={name}>
          <h2>
            {name} <Note>{format.number(rows.length)}</Note>
          </h2>
          <ul>
            {rows.map((control) => (
              <Card key={control.id} control={control} isChosen={control.id === chosen} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
