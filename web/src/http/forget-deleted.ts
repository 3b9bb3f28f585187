import type { QueryClient } from "@tanstack/react-query";

/**
 * For after a deletion, once its page has been left: the lists of the feature are loaded again, but not what no longer
 * exists.
 */
export async function forgetDeleted(queries: QueryClient, feature: string): Promise<void> {
  queries.removeQueries({ queryKey: [feature], type: "inactive" });
  await queries.invalidateQueries({ queryKey: [feature] });
}
