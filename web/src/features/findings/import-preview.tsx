import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnswerOf } from "../../http/answer-of.ts";
import { useFieldMessage } from "../../ui/api-message.tsx";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Note } from "../../ui/note.tsx";
import layout from "../../ui/layout.module.css";
import { nameOfRow } from "./name-of-row.ts";

type Result = AnswerOf<"/api/findings/import", "post">;
type Row = Result["results"][number];

const TONES: Record<Row["outcome"], Tone> = {
  created: "accent",
  updated: "warn",
  unchanged: "idle",
  skipped: "idle",
  invalid: "bad",
};
const OUTCOMES = Object.keys(TONES) as Row["outcome"][];
const MAX_ROWS = 100;

function Counts({ result }: { result: Result }) {
  const { t } = useTranslation();
  const reopened = result.results.filter((row) => row.reopened).length;
  return (
    <div className={layout["toolbar"]} role="status">
      {OUTCOMES.filter((outcome) => result[outcome] > 0).map((outcome) => (
        <Badge key={outcome} tone={TONES[outcome]}>
          {t(`importOutcome.${outcome}`, { count: result[outcome] })}
        </Badge>
      ))}
      {reopened > 0 && <Note>{t("importing.reopens", { count: reopened })}</Note>}
    </div>
  );
}

/** Invalid rows first, then those that reopen a finding; unchanged rows last. */
const inOrder = (rows: readonly Row[]): Row[] =>
  (["invalid", "created", "updated", "skipped", "unchanged"] as const).flatMap((wanted) =>
    rows
      .filter(({ outcome }) => outcome === wanted)
      .toSorted((one, other) => Number(other.reopened) - Number(one.reopened)),
  );

/** Findings are counted without the header and empty lines, so the line of the file is named as well. */
function Reason({ reason }: { reason: NonNullable<Row["reason"]> }) {
  const { t } = useTranslation();
  const { error, values } = reason;
  const { line } = values;
  const { text, lang } = useFieldMessage()({ ...reason, error: error.replace(`line ${Number(line)}: `, "") });
  return (
    <div>
      <Note lang={lang}>{text}</Note>
      {typeof line === "number" && <Note> · {t("importing.line", { line })}</Note>}
    </div>
  );
}

function RowView({ row }: { row: Row }) {
  const { t } = useTranslation();
  const { index, outcome, reopened, reason } = row;
  return (
    <tr>
      <td data-number>{index + 1}</td>
      <td className={layout["grow"]}>
        {nameOfRow(row) ?? "–"}
        {reason !== null && <Reason reason={reason} />}
      </td>
      <td>
        <Badge tone={TONES[outcome]}>
          {t(reopened ? "importing.reopensOne" : `importOutcomeOne.${outcome}`)}
        </Badge>
      </td>
    </tr>
  );
}

interface PreviewProps {
  result: Result;
  isPending: boolean;
  onImport: () => void;
}

/** The preview of an import. */
export function ImportPreview({ result, isPending, onImport }: PreviewProps) {
  const { t } = useTranslation();
  const [isAll, setIsAll] = useState(false);
  const rows = inOrder(result.results);
  const shown = isAll ? rows : rows.slice(0, MAX_ROWS);
  const count = result.created + result.updated;
  // Also if nothing changes, findings keep when they were last reported.
  const isAgain = count === 0 && result.unchanged > 0;
  return (
    <>
      <Counts result={result} />
      <div>
        <Button size="sm" disabled={count === 0 && !isAgain} loading={isPending} onClick={onImport}>
          {isAgain ? t("importing.again", { count: result.unchanged }) : t("importing.take", { count })}
        </Button>
      </div>
      <DataTable
        columns={[
          { text: t("importing.row"), number: true },
          { text: t("findings.finding") },
          { text: t("importing.outcome") },
        ]}
      >
        {shown.map((row) => (
          <RowView key={row.index} row={row} />
        ))}
      </DataTable>
      {shown.length < rows.length && (
        <Button size="sm" variant="default" onClick={() => setIsAll(true)}>
          {t("importing.all", { count: rows.length })}
        </Button>
      )}
    </>
  );
}
