import { Button } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Note } from "../../ui/note.tsx";
import layout from "../../ui/layout.module.css";

const FEW = 5;

interface FirstFewProps {
  rows: readonly ReactNode[];
  /** If there are more than these rows. */
  total?: number;
}

/** The first few tasks, and on request all of them. */
export function FirstFew({ rows, total = rows.length }: FirstFewProps) {
  const { t } = useTranslation();
  const [isAll, setIsAll] = useState(false);
  return (
    <ul className={layout["list"]}>
      {isAll ? rows : rows.slice(0, FEW)}
      {!isAll && rows.length > FEW && (
        <li>
          <Button size="compact-sm" variant="transparent" px={0} onClick={() => setIsAll(true)}>
            {total > rows.length
              ? t("home.showMore", { shown: rows.length, count: total })
              : t("home.showAll", { count: total })}
          </Button>
        </li>
      )}
      {isAll && total > rows.length && (
        <li>
          <Note>{t("findings.more", { count: total - rows.length })}</Note>
        </li>
      )}
    </ul>
  );
}
