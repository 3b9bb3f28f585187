import { z } from "zod";
import type { Backlog, Waiting } from "../../domain/housekeeping/backlog.queries.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { may } from "../access.ts";
import { Timestamp, iso } from "../common.contract.ts";
import { defineRoute, type Route } from "../route.ts";

export interface SystemRouteDeps {
  /** Asked for the service itself. */
  readBacklog: () => Promise<Backlog>;
}

const WaitingView = z
  .object({
    waiting: z.int(),
    since: Timestamp.nullable().meta({ description: "Since when the oldest waits" }),
  })
  .register(schemaNames, { id: "WaitingWork" });

const of = (description: string) => WaitingView.meta({ description });

const BacklogView = z
  .object({
    events: of("Events whose workflow was not started: beyond moments, Temporal or the relay is away"),
    publications: of("Events of which nobody has said who is told: beyond moments, the worker is away"),
    deliveries: of("Deliveries to webhooks before their first try"),
    retries: of("Deliveries that failed and are tried again"),
    ingestions: of("Files that are being read, or wait for it"),
    failed_ingestions: of("Files that could not be read; each can be tried again, or replaced"),
  })
  .register(schemaNames, { id: "Backlog" });

const presentWaiting = ({ waiting, since }: Waiting): z.infer<typeof WaitingView> => ({
  waiting,
  since: iso(since),
});

export const createSystemRoutes = ({ readBacklog }: SystemRouteDeps): Route[] => [
  defineRoute({
    method: "get",
    path: "/api/v1/system/backlog",
    service: "backend",
    summary: "What waits in the whole service, and since when; what it needs is told by /api/ready",
    access: may("system.read"),
    output: BacklogView,
    noStore: true,
    act: () => readBacklog(),
    present: ({ failedIngestions, ...backlog }) => ({
      events: presentWaiting(backlog.events),
      publications: presentWaiting(backlog.publications),
      deliveries: presentWaiting(backlog.deliveries),
      retries: presentWaiting(backlog.retries),
      ingestions: presentWaiting(backlog.ingestions),
      failed_ingestions: presentWaiting(failedIngestions),
    }),
  }),
];
