import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./surface.module.css";

interface ConflictProps {
  /** What the person wanted. */
  mine: ReactNode;
  /** What is there now. */
  theirs: ReactNode;
  /** Left out where it cannot be done any more. */
  onAgain?: () => void;
  onLeave: () => void;
}

/** Somebody else changed the same thing meanwhile: shows both, and asks. */
export function Conflict({ mine, theirs, onAgain, onLeave }: ConflictProps) {
  const { t } = useTranslation();
  return (
    <div className={styles["problem"]} role="alert">
      <strong>{t("conflict.title")}</strong>
      <dl className={styles["both"]}>
        <dt>{t("conflict.theirs")}</dt>
        <dd>{theirs}</dd>
        <dt>{t("conflict.mine")}</dt>
        <dd>{mine}</dd>
      </dl>
      <div className={styles["actions"]}>
        {onAgain !== undefined && (
          <Button size="xs" onClick={onAgain}>
            {t("conflict.again")}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onLeave}>
          {t("conflict.leave")}
        </Button>
      </div>
    </div>
  );
}
