export const AGENT_STATUSES = ["online", "stale", "never"] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

/** Agents send a heartbeat every few minutes; one that missed three needs attention. */
const STALE_AFTER_MS = 15 * 60_000;

/** Later heartbeats count as recent. */
export const onlineSince = (now: Date): Date => new Date(now.getTime() - STALE_AFTER_MS);

/** The status by the last heartbeat; `never` before the first. */
export function agentStatus(lastHeartbeatAt: Date | null | undefined, now: Date): AgentStatus {
  if (lastHeartbeatAt == null) return "never";
  return lastHeartbeatAt >= onlineSince(now) ? "online" : "stale";
}

/** The number of agents, in total and by status. */
export type AgentStatistics = { total: number } & Record<AgentStatus, number>;

export function agentStatistics(
  agents: readonly { lastHeartbeatAt?: Date | null }[],
  now: Date,
): AgentStatistics {
  const statistics: AgentStatistics = { total: agents.length, online: 0, stale: 0, never: 0 };
  for (const { lastHeartbeatAt } of agents) statistics[agentStatus(lastHeartbeatAt, now)] += 1;
  return statistics;
}
