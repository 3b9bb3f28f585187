import type { ErrorComponentProps } from "@tanstack/react-router";
import { RouteProblem } from "./route-problem.tsx";
import { Starting } from "./starting.tsx";

/** The service did not say who the user is. */
export const StartProblem = (props: ErrorComponentProps) => (
  <Starting>
    <RouteProblem {...props} />
  </Starting>
);
