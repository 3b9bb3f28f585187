import type { SecretBox } from "../domain/secret-box.ts";
import type { Outbound } from "../platform/http/outbound.ts";
import type { SystemDeps } from "./run-as-system.ts";

export interface WebhookDeps extends SystemDeps {
  secrets: SecretBox;
  /** The ways out: first tries travel with others and have less time. */
  first: Pick<Outbound, "fetch">;
  later: Pick<Outbound, "fetch">;
  random: () => number;
  scheduleS: readonly number[];
}
