import type { QueryClient } from "@tanstack/react-query";
import { signInMethodsQuery } from "./session.queries.ts";

/** Removes what was loaded for a user who is no longer signed in. The sign-in page keeps what it is loading. */
export function forgetUser(queries: QueryClient): void {
  const [kept] = signInMethodsQuery.queryKey;
  queries.removeQueries({ predicate: ({ queryKey: [about] }) => about !== kept });
  queries.getMutationCache().clear();
}
