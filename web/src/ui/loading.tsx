import { useTranslation } from "react-i18next";
import styles from "./surface.module.css";

/** A placeholder in the shape of the content. */
export function Loading({ lines = 5 }: { lines?: number }) {
  const { t } = useTranslation();
  return (
    <div className={styles["skeleton"]} role="status" aria-label={t("state.loading")}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}
