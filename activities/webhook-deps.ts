import type { SecretBox } from "../domain/secret-box.ts";
import type { WebhookWay } from "../integrations/webhooks/send-webhook.ts";
import type { Wake } from "../platform/listen.ts";
import type { Logger } from "../platform/logger.ts";
import type { SystemDeps } from "./run-as-system.ts";

/** A delivery that needs a workflow of its own: how long it waits, and which attempt comes then. */
export interface Unfinished {
  deliveryId: string;
  waitMs: number;
  attempt: number;
}

/** Starts the workflow of one delivery. One that runs already is as good; `requested` makes it try at once. */
export type StartOwn = (
  delivery: Unfinished & { webhookId: string; kind: string; requested: boolean },
) => Promise<void>;

/** Whether this process sends what waits: one activity does so at a time. */
export interface SendingHere {
  isUnderWay: boolean;
}

export interface WebhookDeps extends SystemDeps {
  logger: Logger;
  secrets: SecretBox;
  /** The ways out: first tries have less time. */
  first: Pick<WebhookWay, "send">;
  later: Pick<WebhookWay, "send">;
  random: () => number;
  scheduleS: readonly number[];
  startOwn: StartOwn;
  /** Notifies when deliveries can be sent. */
  wake: Pick<Wake, "next">;
  sending: SendingHere;
  /** Aborted when this process stops. */
  stopping: AbortSignal;
}
