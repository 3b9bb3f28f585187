import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

/** A list by pages, of which the first is already shown. */
export interface OlderPages<Page> {
  queryKey: string[];
  load: (page: number, signal: AbortSignal) => Promise<Page>;
}

/** The following pages, which are loaded when the user asks for them. */
export function useOlder<Page extends { pagination: { page: number; pages: number } }>({
  queryKey,
  load,
}: OlderPages<Page>) {
  const queries = useQueryClient();
  // Of this list: a panel may show another one next.
  const [opened, setOpened] = useState<string | null>(null);
  const key = queryKey.join();
  // Those from an earlier visit are shown again.
  const isOpen = opened === key || queries.getQueryData(queryKey) !== undefined;
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: 2,
    getNextPageParam: ({ pagination: { page, pages } }: Page) => (page < pages ? page + 1 : undefined),
    enabled: isOpen,
  });
  const show = (): void => {
    if (!isOpen) setOpened(key);
    else if (query.data === undefined || query.hasNextPage) void query.fetchNextPage();
    // The list became shorter or longer since its first page was read.
    else void queries.invalidateQueries({ queryKey: queryKey.slice(0, 1) });
  };
  return { query, show, pages: query.data?.pages ?? [] };
}
