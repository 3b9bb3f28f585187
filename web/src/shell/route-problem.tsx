import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { Problem } from "../ui/problem.tsx";

/** A page that failed to render. */
export function RouteProblem({ error }: ErrorComponentProps) {
  const router = useRouter();
  return <Problem error={error} onRetry={() => void router.invalidate()} />;
}
