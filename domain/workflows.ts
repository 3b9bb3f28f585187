import { features } from "./features.ts";
import { mergeNamed, mergeParts } from "./merge-parts.ts";

/** The workflows of all features. */
export const workflows = mergeParts(features, "workflows");

/** Every kind of row that should have a running workflow. */
export const inProgress = mergeNamed(
  Object.values(workflows).map((workflow) => workflow.inProgress ?? {}),
  "rows in progress",
);

/** The workflows that a deletion of their project cancels. */
export const endingWithProject: readonly string[] = Object.entries(workflows)
  .filter(([, workflow]) => workflow.endsWithProject)
  .map(([type]) => type);

/** Whether an administrator may start a workflow of this type again after it failed. */
export const isRetryable = (type: string): boolean => workflows[type]?.retryable ?? false;
