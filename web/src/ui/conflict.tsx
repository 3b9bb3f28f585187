import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./surface.module.css";

interface ConflictProps {
  /** The user's change. */
  mine: ReactNode;
  /** The current state. */
  theirs: ReactNode;
  /** Omitted if it can no longer be done. */
  onAgain?: () => void;
  onLeave: () => void;
}

/** Someone else changed the same resource: shows both versions, and asks. */
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
