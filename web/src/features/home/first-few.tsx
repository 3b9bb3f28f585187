import { Button } from "@mantine/core";
import { useState, type ComponentProps, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { RowList } from "../../ui/row-list.tsx";
import { ShowOlder } from "../../ui/show-older.tsx";
import layout from "../../ui/layout.module.css";

const FEW = 5;

interface FirstFewProps {
  label: string;
  rows: readonly ReactNode[];
  /** How more rows are loaded, as long as there are any. */
  more?: Omit<ComponentProps<typeof ShowOlder>, "label"> | null;
}

/** The first few tasks, and on request all of them. */
export function FirstFew({ label, rows, more = null }: FirstFewProps) {
  const { t } = useTranslation();
  const [isAll, setIsAll] = useState(false);
  return (
    <RowList label={label} className={layout["list"]}>
      {isAll ? rows : rows.slice(0, FEW)}
      {!isAll && rows.length > FEW && (
        <li>
          <Button size="compact-sm" variant="transparent" px={0} onClick={() => setIsAll(true)}>
            {more === null ? t("home.showAll", { count: rows.length }) : t("home.showMore")}
          </Button>
        </li>
      )}
      {isAll && more !== null && (
        <li>
          <ShowOlder label={t("home.showMore")} {...more} />
        </li>
      )}
    </RowList>
  );
}
