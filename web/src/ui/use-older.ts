import { useInfiniteQuery } from "@tanstack/react-query";
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
  // Of this list: a panel may show another one next.
  const [opened, setOpened] = useState<string | null>(null);
  const key = queryKey.join();
  const isOpen = opened === key;
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: 2,
    getNextPageParam: ({ pagination: { page, pages } }: Page) => (page < pages ? page + 1 : undefined),
    enabled: isOpen,
  });
  const show = (): void => {
    if (isOpen) void query.fetchNextPage();
    else setOpened(key);
  };
  return { query, show, pages: query.data?.pages ?? [] };
}
