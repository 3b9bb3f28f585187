import type { LinkProps } from "@tanstack/react-router";
import type { Notification } from "./notification.queries.ts";

interface NotificationTarget {
  to: LinkProps["to"];
  params?: Record<string, string>;
  search?: Record<string, string>;
}

/** The link of a notification to its subject; null if no page shows it. */
export function targetOf({
  event,
  subject_id: id,
  project_id: projectId,
}: Notification): NotificationTarget | null {
  if (id === null) return null;
  const [about] = event.split(".");
  if (about === "webhook") return { to: "/settings/webhooks/$webhookId", params: { webhookId: id } };
  if (about === "api_key") return { to: "/settings/api-keys", search: { key: id } };
  if (about === "integration") return { to: "/settings/integrations" };
  if (projectId === null) return null;
  const params = { projectId };
  if (about === "evidence") return { to: "/evidence/$evidenceId", params: { evidenceId: id } };
  if (about === "finding") return { to: "/projects/$projectId/findings", params, search: { finding: id } };
  if (about === "control") return { to: "/projects/$projectId/controls", params, search: { control: id } };
  if (about === "report") return { to: "/projects/$projectId/reports", params };
  if (about === "milestone") return { to: "/projects/$projectId", params, search: { edit: "milestones" } };
  return { to: "/projects/$projectId", params };
}
