import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { projectListQuery } from "./project.queries.ts";

/** As many as one page has. */
const MAX_SHOWN = 100;

interface Order {
  sort: "name" | "updated_at";
  order: "asc" | "desc";
}

/** The first projects in this order; a search finds the others. */
export function useFoundProjects(order: Order) {
  const [search, setSearch] = useState<string>();
  const query = useQuery(projectListQuery({ limit: MAX_SHOWN, search, ...order }));
  const isShort = query.data === undefined || query.data.pagination.total <= MAX_SHOWN;
  return { query, search, setSearch, isSearchable: search !== undefined || !isShort };
}
