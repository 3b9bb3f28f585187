import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Empty } from "./empty.tsx";

interface NoRowsProps {
  /** Whether it shows only some of its rows: others may be there. */
  isFiltered: boolean;
  title: string;
  /** How to add the first entry. */
  children?: ReactNode;
}

/** In place of the rows of a list. */
export function NoRows({ isFiltered, title, children }: NoRowsProps) {
  const { t } = useTranslation();
  if (isFiltered) return <Empty title={t("action.noneMatches")}>{t("action.changeFilter")}</Empty>;
  return <Empty title={title}>{children}</Empty>;
}
