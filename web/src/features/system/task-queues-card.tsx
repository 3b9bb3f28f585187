import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { When } from "../../ui/when.tsx";
import layout from "../../ui/layout.module.css";
import table from "../../ui/table.module.css";
import { backlogQuery, type Backlog } from "./system.queries.ts";

type TaskQueues = NonNullable<Backlog["task_queues"]>;

function Row({ queue }: { queue: TaskQueues[number] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <tr>
      <td className={layout["grow"]}>
        <code>{queue.name}</code>
        {queue.last_polled_at !== null && (
          <div className={table["under"]}>
            {t("system.lastPolled")} <When at={queue.last_polled_at} />
          </div>
        )}
      </td>
      <td data-number>{format.number(queue.workflow_tasks)}</td>
      <td data-number data-wide>
        {format.number(queue.activity_tasks)}
      </td>
      <td>
        <Badge tone={queue.polled ? "good" : "bad"}>
          {t(queue.polled ? "system.polled" : "system.unattended")}
        </Badge>
      </td>
    </tr>
  );
}

function Queues({ queues }: { queues: TaskQueues }) {
  const { t } = useTranslation();
  return (
    <DataTable
      columns={[
        { text: t("system.queue") },
        { text: t("system.workflowTasks"), number: true },
        { text: t("system.activityTasks"), number: true, wide: true },
        { text: t("users.status") },
      ]}
    >
      {queues.map((queue) => (
        <Row key={queue.name} queue={queue} />
      ))}
    </DataTable>
  );
}

/** Temporal's backlog by task queue. */
export function TaskQueuesCard() {
  const { t } = useTranslation();
  return (
    <Card flush title={t("system.queues")}>
      <WhenLoaded query={useQuery(backlogQuery)} lines={4}>
        {({ task_queues: queues }) =>
          queues === null ? (
            <Empty title={t("system.temporalAway")}>{t("system.temporalAwayHint")}</Empty>
          ) : (
            <Queues queues={queues} />
          )
        }
      </WhenLoaded>
    </Card>
  );
}
