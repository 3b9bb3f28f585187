import { Button } from "@mantine/core";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./surface.module.css";

export interface Difference {
  label: string;
  /** The current state. */
  theirs: ReactNode;
  /** The user's change. */
  mine: ReactNode;
  /** Both in one, for long texts. */
  compared?: ReactNode;
}

interface ConflictProps {
  differences: readonly Difference[];
  /** Omitted if it can no longer be done. */
  onAgain?: () => void;
  onLeave: () => void;
}

/** Someone else changed the same resource: shows both versions, and asks. */
export function Conflict({ differences, onAgain, onLeave }: ConflictProps) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  // It takes the place of the button that had the focus, perhaps on another part of the page.
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className={styles["problem"]} role="alert">
      <strong>{t("conflict.title")}</strong>
      {differences.map(({ label, theirs, mine, compared }) => (
        <section key={label} aria-label={label}>
          <div className={styles["differs"]}>{label}</div>
          {compared ?? (
            <dl className={styles["both"]}>
              <div>
                <dt>{t("conflict.theirs")}</dt>
                <dd>{theirs}</dd>
              </div>
              <div>
                <dt>{t("conflict.mine")}</dt>
                <dd>{mine}</dd>
              </div>
            </dl>
          )}
        </section>
      ))}
      <div className={styles["actions"]}>
        {onAgain !== undefined && <Button onClick={onAgain}>{t("conflict.again")}</Button>}
        <Button variant="default" onClick={onLeave}>
          {t("conflict.leave")}
        </Button>
      </div>
    </div>
  );
}
