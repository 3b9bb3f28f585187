import { useQueryClient } from "@tanstack/react-query";

/** The scope decides which controls count. */
export function useRefreshScope(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ["projects", "controls", "compliance", "events"].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
}
