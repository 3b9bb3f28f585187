import { useNavigate, useSearch } from "@tanstack/react-router";
import { Pager, type PagedQuery } from "./pager.tsx";

interface AddressPagerProps {
  query: PagedQuery;
  /** The parameter that has the number of the page. */
  name?: "page" | "sessions" | "invitationsPage";
  /** False for a list below others. */
  resetScroll?: boolean;
}

/** Pagination of a list whose page is in the address. */
export function AddressPager({ query, name = "page", resetScroll = true }: AddressPagerProps) {
  const navigate = useNavigate();
  const { [name]: page } = useSearch({ strict: false });
  const open = (to: number, isChosen: boolean) =>
    void navigate({
      to: ".",
      search: (before: object) => ({ ...before, [name]: to }),
      replace: !isChosen,
      resetScroll,
    } as never);
  return <Pager query={query} page={page} onPage={open} />;
}
