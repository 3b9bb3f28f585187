import { Pagination } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

const NARROW = "(max-width: 40em)";

/** A query for one page of a list. */
export interface PagedQuery {
  data: { pagination: { pages: number } } | undefined;
  /** Whether the data are those of another page or filter. */
  isPlaceholderData: boolean;
}

interface PagerProps {
  query: PagedQuery;
  page: number | undefined;
  /** Without `isChosen`, the list no longer has the page. */
  onPage: (page: number, isChosen: boolean) => void;
}

/** Pagination of a list; nothing for a single page. */
export function Pager({ query: { data, isPlaceholderData }, page = 1, onPage }: PagerProps) {
  const { t } = useTranslation();
  const pages = Math.max(1, data?.pagination.pages ?? 1);
  const isBeyond = data !== undefined && !isPlaceholderData && page > pages;
  useEffect(() => {
    if (isBeyond) onPage(pages, false);
  }, [isBeyond, pages]);
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  if (pages <= 1) return null;
  return (
    <Pagination
      mt="md"
      total={pages}
      // With more neighbours, the arrow to the next page does not fit beside them.
      siblings={isNarrow === true ? 0 : 1}
      value={page}
      onChange={(to) => onPage(to, true)}
      getControlProps={(control) => ({ "aria-label": t(`pager.${control}`) })}
    />
  );
}
