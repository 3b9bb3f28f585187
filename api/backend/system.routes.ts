import { z } from "zod";
import type { Backlog, Waiting } from "../../domain/housekeeping/backlog.queries.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { may } from "../access.ts";
import { Timestamp, iso } from "../common.contract.ts";
import { defineRoute, type Route } from "../route.ts";

export interface SystemRouteDeps {
  /** Read on behalf of the service itself. */
  readBacklog: () => Promise<Backlog>;
}

const WaitingView = z
  .object({
    waiting: z.int(),
    since: Timestamp.nullable().meta({ description: "When the oldest started waiting" }),
  })
  .register(schemaNames, { id: "WaitingWork" });

const of = (description: string) => WaitingView.meta({ description });

const BacklogView = z
  .object({
    events: of(
      "Events whose workflow has not started; if they wait longer than seconds, Temporal or the relay is unavailable",
    ),
    publications: of(
      "Events not yet matched to webhooks; if they wait longer than seconds, the worker is unavailable",
    ),
    deliveries: of("Webhook deliveries before their first attempt"),
    retries: of("Webhook deliveries that failed and will be retried"),
    ingestions: of("Files being ingested or waiting for ingestion"),
    failed_ingestions: of("Files whose ingestion failed; retry or replace them"),
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
    summary:
      "Get the backlog of the service: what is waiting, and since when. For dependencies see /api/ready",
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
