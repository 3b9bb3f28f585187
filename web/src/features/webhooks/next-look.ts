/** While an answer can come at any moment. */
const SOON_MS = 2_000;
/** Someone else may have a delivery sent again before its next attempt. */
const LATEST_MS = 60_000;

interface Sending {
  status: string;
  next_attempt_at: string | null;
}

function waitOf({ status, next_attempt_at: next }: Sending, now: number): number {
  if (status === "pending" || status === "sending") return SOON_MS;
  if (status !== "retrying") return Infinity;
  const untilNext = next === null ? 0 : Date.parse(next) - now;
  return Math.min(Math.max(untilNext, SOON_MS), LATEST_MS);
}

/** When to look at deliveries again: soon while one is sent, otherwise at the next attempt; never once all ended. */
export function nextLook(deliveries: readonly Sending[], now = Date.now()): number | false {
  const wait = Math.min(...deliveries.map((one) => waitOf(one, now)));
  return wait === Infinity ? false : wait;
}
