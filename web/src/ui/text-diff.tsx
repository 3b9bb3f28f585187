import { Button } from "@mantine/core";
import { diffWordsWithSpace } from "diff";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { diffRows, type DiffRow } from "./diff-rows.ts";
import { Empty } from "./empty.tsx";
import styles from "./text-diff.module.css";

/** Unchanged lines to show before and after each change. */
const AROUND = 2;
const MAX_EDITS = 400;

interface LineProps {
  text: string | null;
  /** The corresponding line of the other version. */
  other: string | null;
  side: "before" | "after";
}

/** Marks the words that only this version has. */
function Words({ text, other, side }: { text: string; other: string; side: LineProps["side"] }) {
  const [from, to] = side === "before" ? [text, other] : [other, text];
  const parts = diffWordsWithSpace(from, to, { maxEditLength: MAX_EDITS });
  const Mark = side === "before" ? "del" : "ins";
  if (parts === undefined) return <Mark>{text}</Mark>;
  return parts
    .filter(({ added, removed }) => (side === "before" ? !added : !removed))
    .map(({ value, added, removed }, index) =>
      added || removed ? <Mark key={index}>{value}</Mark> : <span key={index}>{value}</span>,
    );
}

function Line({ text, other, side }: LineProps) {
  if (text === null) return <td className={styles["none"]} />;
  const Mark = side === "before" ? "del" : "ins";
  return (
    <td data-side={side}>
      <span className={styles["sign"]} aria-hidden>
        {side === "before" ? "−" : "+"}
      </span>
      {other === null ? <Mark>{text}</Mark> : <Words text={text} other={other} side={side} />}
    </td>
  );
}

const SameLine = ({ text }: { text: string }) => (
  <tr>
    <td>{text}</td>
    <td data-again>{text}</td>
  </tr>
);

/** Folds long unchanged parts. */
function Same({ lines, isFirst, isLast }: { lines: readonly string[]; isFirst: boolean; isLast: boolean }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const head = isFirst ? 0 : AROUND;
  const tail = isLast ? 0 : AROUND;
  const hidden = lines.length - head - tail;
  if (isOpen || hidden <= AROUND) return lines.map((text, index) => <SameLine key={index} text={text} />);
  return (
    <>
      {lines.slice(0, head).map((text, index) => (
        <SameLine key={index} text={text} />
      ))}
      <tr>
        <td colSpan={2} className={styles["fold"]}>
          <Button size="compact-xs" variant="subtle" onClick={() => setIsOpen(true)}>
            {t("diff.unchanged", { count: hidden })}
          </Button>
        </td>
      </tr>
      {lines.slice(lines.length - tail).map((text, index) => (
        <SameLine key={`end ${index}`} text={text} />
      ))}
    </>
  );
}

function Rows({ rows }: { rows: readonly DiffRow[] }) {
  return rows.map((row, index) =>
    row.kind === "same" ? (
      <Same key={index} lines={row.lines} isFirst={index === 0} isLast={index === rows.length - 1} />
    ) : (
      <tr key={index}>
        <Line text={row.before} other={row.after} side="before" />
        <Line text={row.after} other={row.before} side="after" />
      </tr>
    ),
  );
}

interface TextDiffProps {
  before: { label: string; lines: readonly string[] };
  after: { label: string; lines: readonly string[] };
}

/** Two versions of a text side by side, with the differences marked; stacked on phones. */
export function TextDiff({ before, after }: TextDiffProps) {
  const { t } = useTranslation();
  const rows = useMemo(() => diffRows(before.lines, after.lines), [before.lines, after.lines]);
  if (rows.every(({ kind }) => kind === "same")) return <Empty title={t("diff.same")} />;
  return (
    <table className={styles["diff"]}>
      <thead>
        <tr>
          <th scope="col">{before.label}</th>
          <th scope="col">{after.label}</th>
        </tr>
      </thead>
      <tbody>
        <Rows rows={rows} />
      </tbody>
    </table>
  );
}
