import { useNavigate } from "@tanstack/react-router";

/** Filters the list of the current page. The address keeps the filters, and a change starts at the first page. */
export function useFilter<Filters extends object>({ resetScroll = true } = {}): (change: Filters) => void {
  const navigate = useNavigate();
  return (change) =>
    void navigate({
      to: ".",
      search: (before: object) => ({ ...before, page: undefined, ...change }),
      replace: true,
      resetScroll,
    } as never);
}
