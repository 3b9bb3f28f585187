import { useQueryClient } from "@tanstack/react-query";

/** Milestones appear in their project, and their changes in its activity. */
export function useRefreshMilestones(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(["projects", "events"].map((key) => queries.invalidateQueries({ queryKey: [key] })));
}
