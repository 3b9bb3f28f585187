import { MutationCache, QueryCache, QueryClient, notifyManager } from "@tanstack/react-query";
import { ApiError } from "./http/api-error.ts";
import { isMissing } from "./http/is-missing.ts";

const MAX_TRIES = 3;
/** After an error that took longer, the API itself has waited: another try would only delay the message. */
const QUICK_MS = 1_500;

/** Whether to try again before the error is shown. */
const isRetried = (failures: number, error: unknown): boolean =>
  failures < MAX_TRIES && error instanceof ApiError && error.isPassing && error.waitedMs < QUICK_MS;

// A button waits for its answer before the next key arrives: a second Enter would send its form again.
notifyManager.setScheduler(queueMicrotask);

/** A user who was signed out elsewhere sees the sign-in page, and then returns to their page. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  // What a page is about may be gone, or no longer visible to the user, and its project with it: permissions show the
  // first, and lists the second, such as that of the menu. What is known to be missing is not read again.
  const lookAgain = (): void =>
    void queries.invalidateQueries({
      predicate: ({ queryKey: [feature, kind], state: { error } }) =>
        (feature === "permissions" || kind === "list") && !isMissing(error),
    });
  const queries = new QueryClient({
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isMissing(error)) lookAgain();
      },
    }),
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (error instanceof ApiError && error.isSignedOut && query.queryKey[0] !== "profile") onSignedOut();
        if (isMissing(error)) lookAgain();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: isRetried,
      },
    },
  });
  return queries;
}
