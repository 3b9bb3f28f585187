import type { QueryClient } from "@tanstack/react-query";

/** A review changes figures of its control and project, too. */
export const refreshReviewed = (queries: QueryClient): Promise<unknown> =>
  Promise.all(
    ["evidence", "compliance", "controls", "events", "projects"].map((key) =>
      queries.invalidateQueries({ queryKey: [key] }),
    ),
  );
