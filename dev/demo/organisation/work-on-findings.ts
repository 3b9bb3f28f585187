import { inDays } from "./days.ts";
import { FINDINGS } from "./findings.ts";
import type { People } from "./people.ts";

const PATH = "/api/findings";

/** Creates the findings of a project, and moves each through its status changes. */
export async function workOnFindings(people: People, projectId: string): Promise<void> {
  for (const { by, assignedTo, dueIn, comments, steps, ...finding } of FINDINGS) {
    const { id } = (await people[by].send("POST", PATH, {
      ...finding,
      project_id: projectId,
      assigned_to: people[assignedTo].id,
      due_date: inDays(dueIn),
    })) as { id: string };
    for (const [who, text] of comments) await people[who].send("POST", `${PATH}/${id}/comments`, { text });
    for (const [who, status, reason] of steps) {
      const until = status === "accepted" ? { until: inDays(180) } : {};
      await people[who].send("PATCH", `${PATH}/${id}`, { status, reason, ...until });
    }
  }
}
