import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import type { OverlaySearch } from "../overlay-search.ts";

/** What the address says about the search and the notifications, and a function that changes it on the same page. */
export function useOverlaySearch() {
  const search = useSearch({ from: "/signed-in" });
  const navigate = useNavigate();
  const router = useRouter();
  const change = (to: OverlaySearch): void => {
    // Of a page that is already being left, nothing changes.
    const now = router.latestLocation.search as Record<string, unknown>;
    if (Object.entries(to).every(([name, value]) => now[name] === value)) return;
    const next = (before: object) => ({ ...before, ...to });
    void navigate({ to: ".", search: next, replace: true, resetScroll: false } as never);
  };
  return [search, change] as const;
}
