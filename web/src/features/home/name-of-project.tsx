import { useQuery } from "@tanstack/react-query";
import { projectQuery } from "../projects/project.queries.ts";

/** The project of a row in a list of several projects. Keeps its line while the name is unknown. */
export function NameOfProject({ id }: { id: string }) {
  return useQuery(projectQuery(id)).data?.name ?? "\u00a0";
}
