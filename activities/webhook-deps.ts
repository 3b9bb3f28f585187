import type { SecretBox } from "../domain/secret-box.ts";
import type { WebhookWay } from "../integrations/webhooks/send-webhook.ts";
import type { SystemDeps } from "./run-as-system.ts";

export interface WebhookDeps extends SystemDeps {
  secrets: SecretBox;
  /** The ways out: first tries travel with others and have less time. */
  first: Pick<WebhookWay, "send">;
  later: Pick<WebhookWay, "send">;
  random: () => number;
  scheduleS: readonly number[];
}
