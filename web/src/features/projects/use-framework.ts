import { useQuery } from "@tanstack/react-query";
import { frameworksQuery, type Framework } from "../new-project/new-project.queries.ts";

/** The framework with this id, once it has been read; `isNeeded` is false to read none. */
export function useFramework(id: string | undefined, isNeeded = true): Framework | undefined {
  const { data } = useQuery({ ...frameworksQuery, enabled: id !== undefined && isNeeded });
  return data?.frameworks.find((framework) => framework.id === id);
}
