import { IconSearch } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import styles from "./palette.module.css";

/** The field in the navigation that opens the search. */
export function PaletteOpener({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles["opener"]} onClick={onOpen}>
      <IconSearch size={16} aria-hidden />
      <span>{t("search.open")}</span>
      <kbd>Ctrl K</kbd>
    </button>
  );
}
