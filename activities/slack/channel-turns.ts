/** Slack accepts one message a second per channel (https://docs.slack.dev/apis/web-api/rate-limits). */
const GAP_MS = 1_000;

/**
 * Returns how long a message to a channel must wait for its turn; a turn in the near future is reserved for
 * it.
 */
export function createChannelTurns(patienceMs: number): (channel: string, now: number) => number {
  const next = new Map<string, number>();
  return (channel, now) => {
    const turn = Math.max(now, next.get(channel) ?? 0);
    const wait = turn - now;
    if (wait <= patienceMs) next.set(channel, turn + GAP_MS);
    return wait;
  };
}
