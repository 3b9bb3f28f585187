import type { Row } from "../../platform/database/find-rows.ts";
import { readVisible, type Visible } from "../access/load-visible.ts";
import type { Selected } from "../access/selected.ts";
import type { QueryContext } from "../context.ts";
import { AssistantJob } from "./job.entity.ts";
import { jobAccess } from "./job.access.ts";

const visible: Visible<AssistantJob> = { entity: AssistantJob, rule: jobAccess["ai_job.read"], name: "Job" };

/** The job, if the caller can see its project; otherwise NOT_FOUND. */
export const readJob = (ctx: QueryContext, id: string): Promise<Selected<Row<AssistantJob>>> =>
  readVisible(ctx, visible, id);
