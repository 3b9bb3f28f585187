import { addressesSignedInFrom } from "../../domain/identity/signed-in-from.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import type { Orm } from "../../platform/database/orm.ts";
import { createCounter } from "./rate-limit.ts";
import type { SharedCounts } from "./shared-counts.ts";
import { createThrottle } from "./throttle.ts";

/** Counters in the database and in this process, and the limits based on them. */
export function createCounting(
  config: Pick<Config, "SIGN_IN_PER_MINUTE">,
  service: Orm,
  counts: SharedCounts,
  clock: Clock,
) {
  const counter = createCounter(counts, clock);
  const addressesOf = (account: string): Promise<string[]> =>
    addressesSignedInFrom(service.em.fork(), account, clock.now());
  const throttle = createThrottle({ ...counter, clock, addressesOf }, config.SIGN_IN_PER_MINUTE);
  return { counter, throttle };
}
