import type { Visible } from "../access/load-visible.ts";
import { AssistantJob } from "./job.entity.ts";
import { jobAccess } from "./job.access.ts";

/** The jobs of projects that the caller can see. */
export const visibleJob: Visible<AssistantJob> = {
  entity: AssistantJob,
  rule: jobAccess["ai_job.read"],
  name: "Job",
};
