import { inDays } from "./days.ts";
import { FINDINGS } from "./findings.ts";
import type { People } from "./people.ts";

const PATH = "/api/findings";

/** Raises the findings of a project, and lets each go as far as its people came with it. */
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
