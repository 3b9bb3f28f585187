import { useQuery } from "@tanstack/react-query";
import { frameworkName } from "../../../../domain/frameworks/framework-name.rules.ts";
import { frameworksQuery } from "../new-project/new-project.queries.ts";

/** The name of a framework. That of an imported one is read, and its id shown until then. */
export function useFrameworkName(id: string): string {
  const name = frameworkName(id);
  const query = useQuery({ ...frameworksQuery, enabled: name === id });
  return query.data?.frameworks.find((framework) => framework.id === id)?.name ?? name;
}
