/** Notifications on this channel wake the event relay: events were committed, or deliveries are waiting. */
export const EVENTS_CHANNEL = "compliance_events";

/**
 * The user an event concerns: its subject or, outside projects, the owner of its subject. What someone owns in a
 * project, such as a policy, concerns them only while they see the project.
 */
export function ownerOfEvent(
  data: Readonly<Record<string, unknown>>,
  projectId: string | null,
): string | null {
  for (const value of Object.values(data)) {
    if (typeof value !== "object" || value === null) continue;
    const { owner_id: owner, user_id: user } = value as { owner_id?: unknown; user_id?: unknown };
    if (projectId === null && typeof owner === "string") return owner;
    if (typeof user === "string") return user;
  }
  const user = data["user"] as { id?: unknown } | undefined;
  return typeof user?.id === "string" ? user.id : null;
}
