import { useQuery } from "@tanstack/react-query";
import { projectQuery } from "./project.queries.ts";

/** Whether nothing in the project can change any longer; false until it is known. */
export const useIsArchived = (projectId: string): boolean =>
  useQuery(projectQuery(projectId)).data?.status === "archived";
