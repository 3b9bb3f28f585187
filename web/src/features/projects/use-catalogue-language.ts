import { useQuery } from "@tanstack/react-query";
import { frameworkName } from "../../../../domain/frameworks/framework-name.rules.ts";
import { projectQuery } from "./project.queries.ts";
import { useFramework } from "./use-framework.ts";

/** The language of a framework's texts; null if it is unknown. Those of built-in frameworks are in English. */
export function useLanguageOfFramework(id: string | undefined): string | null {
  const isImported = id !== undefined && frameworkName(id) === id;
  const imported = useFramework(id, isImported);
  if (id === undefined) return null;
  return isImported ? (imported?.language ?? null) : "en";
}

/** The language of the controls' texts in a project; null if it is unknown. */
export function useCatalogueLanguage(projectId: string | undefined): string | null {
  const query = useQuery({ ...projectQuery(projectId ?? ""), enabled: projectId !== undefined });
  return useLanguageOfFramework(query.data?.framework);
}
