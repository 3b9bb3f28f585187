import { Pagination } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface PagerProps {
  pages: number | undefined;
  page: number | undefined;
  onPage: (page: number) => void;
}

/** Pagination of a list; nothing for a single page. */
export function Pager({ pages = 1, page = 1, onPage }: PagerProps) {
  const { t } = useTranslation();
  if (pages <= 1) return null;
  return (
    <Pagination
      mt="md"
      total={pages}
      value={page}
      onChange={onPage}
      getControlProps={(control) => ({ "aria-label": t(`pager.${control}`) })}
    />
  );
}
