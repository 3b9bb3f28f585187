import { features } from "./features.ts";
import { mergeNamed, mergeParts } from "./merge-parts.ts";

/** The workflows of all features. */
export const workflows = mergeParts(features, "workflows");

/** Every kind of row that should have a running workflow. */
export const inProgress = mergeNamed(
  Object.values(workflows).map((workflow) => workflow.inProgress ?? {}),
  "rows in progress",
);

/** Whether an administrator may start a workflow of this type again after it failed. */
export const isRetryable = (type: string): boolean => workflows[type]?.retryable ?? false;
