import type { SecretBox } from "../../domain/secret-box.ts";
import type { WebhookClient } from "../../integrations/webhooks/send-webhook.ts";
import type { Wake } from "../../platform/database/listen.ts";
import type { Logger } from "../../platform/logger.ts";
import type { SystemDeps } from "../run-as-system.ts";

/** A delivery that needs its own workflow: the delay and the number of the next attempt. */
export interface UnfinishedDelivery {
  deliveryId: string;
  waitMs: number;
  attempt: number;
}

/**
 * Starts the workflow of one delivery. A running one counts as success; `requested` makes it attempt at once.
 */
export type StartOwn = (
  delivery: UnfinishedDelivery & { webhookId: string; kind: string; requested: boolean },
) => Promise<void>;

/** Whether this process sends waiting deliveries: one activity does so at a time. */
export interface SendingHere {
  isRunning: boolean;
}

/** A step of a delivery's workflow: its id, and whether Temporal repeats it. */
export interface DeliveryStepInfo {
  id: string;
  isRepeated: boolean;
}

export interface WebhookDeps extends SystemDeps {
  logger: Logger;
  secrets: SecretBox;
  /** The outbound clients: first attempts have a shorter timeout. */
  first: Pick<WebhookClient, "send">;
  later: Pick<WebhookClient, "send">;
  random: () => number;
  scheduleS: readonly number[];
  startOwn: StartOwn;
  /** Notifies when deliveries can be sent. */
  wake: Pick<Wake, "next">;
  sending: SendingHere;
  /** The running step of a delivery's workflow. */
  step: () => DeliveryStepInfo;
  /** Aborts when this process stops. */
  stopping: AbortSignal;
}
