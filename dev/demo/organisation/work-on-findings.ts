import { atWork, inDays } from "./days.ts";
import { FINDINGS } from "./findings.ts";
import { FINDING_DAYS } from "./past-figures.ts";
import type { Deed } from "./timeline.ts";

const PATH = "/api/findings";

/** The findings of a project: raised, discussed, and moved through their status changes in the weeks after. */
export const findingDeeds = (projectId: string): Deed[] =>
  FINDINGS.flatMap(({ by, assignedTo, dueIn, comments, steps, ...finding }, place) => {
    const raised = atWork(FINDING_DAYS.first - place * FINDING_DAYS.apart, place * 5 + 1);
    const apart = Math.floor(FINDING_DAYS.open / (comments.length + steps.length + 1)) - 0.02;
    let id = "";
    const later = [
      ...comments.map(
        ([who, text]): Deed["act"] =>
          (people) =>
            people[who].send("POST", `${PATH}/${id}/comments`, { text }),
      ),
      ...steps.map(([who, status, reason]): Deed["act"] => (people) => {
        const until = status === "accepted" ? { until: inDays(180) } : {};
        return people[who].send("PATCH", `${PATH}/${id}`, { status, reason, ...until });
      }),
    ];
    const create: Deed["act"] = async (people) => {
      const body = {
        ...finding,
        project_id: projectId,
        assigned_to: people[assignedTo].id,
        due_date: inDays(dueIn),
      };
      ({ id } = (await people[by].send("POST", PATH, body)) as { id: string });
    };
    return [create, ...later].map((act, n) => ({ daysAgo: raised - n * apart, act }));
  });
