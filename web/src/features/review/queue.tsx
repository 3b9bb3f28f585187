import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { Check } from "../../ui/check.tsx";
import { Note } from "../../ui/note.tsx";
import { Parts } from "../../ui/parts.tsx";
import { useRange, withoutSelection } from "../../ui/use-range.ts";
import { useKeys } from "../../ui/use-keys.ts";
import { When } from "../../ui/when.tsx";
import { ControlNumber } from "../controls/control-number.tsx";
import { EvidenceBadge } from "../evidence/evidence-badge.tsx";
import type { Evidence } from "../evidence/evidence.queries.ts";
import styles from "./review.module.css";
import type { Choice } from "./use-choice.ts";

interface QueueProps {
  evidence: readonly Evidence[];
  shown: Evidence;
  choice: Choice;
  /** The number of those that others must decide on. */
  notMine: number;
}

/** The row that is shown gets the focus if the one before it, or its buttons, had it and left the list. */
function useFocusOfNext(evidence: readonly Evidence[], shown: Evidence) {
  const row = useRef<HTMLAnchorElement>(null);
  const last = useRef(shown.id);
  useEffect(() => {
    const hasLeft = !evidence.some(({ id }) => id === last.current);
    last.current = shown.id;
    // A phone keeps showing the file.
    if (hasLeft && document.activeElement === document.body) row.current?.focus({ preventScroll: true });
  }, [evidence, shown.id]);
  return row;
}

/** The evidence to review, with a box to decide on several pieces together. */
export function Queue({ evidence, shown, choice, notMine }: QueueProps) {
  const { t } = useTranslation();
  const { isOpen, isChosen, toggle, hasAll, toggleAll } = choice;
  const rangeOf = useRange(evidence);
  const row = useFocusOfNext(evidence, shown);
  useKeys([
    ["x", () => toggle(shown, rangeOf(shown))],
    ["shift+X", toggleAll],
  ]);
  return (
    <Card flush>
      <div className={styles["all"]}>
        <Check checked={hasAll} disabled={notMine === evidence.length} onCheck={toggleAll}>
          {t("review.chooseAll")}
        </Check>
        {notMine > 0 && <Note>{t("review.notMine", { count: notMine })}</Note>}
      </div>
      <ul className={styles["queue"]} aria-label={t("review.queue")}>
        {evidence.map((one) => (
          <li key={one.id} aria-current={one.id === shown.id}>
            <input
              type="checkbox"
              aria-label={t("review.choose", { title: one.title })}
              checked={isChosen(one)}
              disabled={!isOpen(one)}
              onChange={(event) => toggle(one, rangeOf(one, event))}
              {...withoutSelection}
            />
            <Link
              {...(one.id === shown.id && { ref: row })}
              from="/review"
              to="/review"
              search={(before) => ({ ...before, evidence: one.id })}
              aria-current={one.id === shown.id}
            >
              <strong>{one.title}</strong>
              <Note>
                <Parts>
                  <span>
                    <ControlNumber projectId={one.project_id} controlId={one.control_id} />
                  </span>
                  <span>{one.uploader?.name ?? "–"}</span>
                  <When at={one.uploaded_at} />
                </Parts>
              </Note>
              {one.chunking_status !== "COMPLETED" && (
                <div>
                  <EvidenceBadge evidence={one} />
                </div>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
