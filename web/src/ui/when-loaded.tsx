import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "../http/api-error.ts";
import { Loading } from "./loading.tsx";
import { Problem } from "./problem.tsx";

interface WhenLoadedProps<T> {
  query: UseQueryResult<T>;
  lines?: number;
  children: (data: T) => ReactNode;
}

/** Shows the loaded data, a placeholder while loading, or the error. */
export function WhenLoaded<T>({ query, lines, children }: WhenLoadedProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  // Without a connection, nothing is sent until it is back.
  if (query.fetchStatus === "paused") return <Problem error={ApiError.unreachable("offline")} />;
  if (query.isError) return <Problem error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading lines={lines} />;
}
