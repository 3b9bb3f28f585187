import type { People } from "./people.ts";

/** The manager's key for a nightly export, on weekday evenings and for one project. */
const exportKey = (projectId: string) => ({
  name: "Nightly export",
  description: "Copies the evidence of the audit to the archive.",
  kind: "Production",
  scopes: ["read"],
  restrictions: {
    rate_limit: { per_minute: 60 },
    time: {
      timezone: "Europe/Berlin",
      days: ["mon", "tue", "wed", "thu", "fri"],
      from: "20:00",
      to: "23:30",
    },
    resources: { project_ids: [projectId] },
  },
});

/** An application on a developer's machine that signs users in. */
const DASHBOARD = {
  name: "Compliance dashboard",
  type: "public",
  redirect_uris: ["http://127.0.0.1/callback"],
  grants: ["authorization_code", "refresh_token"],
  scopes: ["read"],
};

/** Programs that use the API. Requires a recent sign-in. */
export async function connectPrograms({ admin, manager }: People, projectId: string): Promise<void> {
  await manager.send("POST", "/api/v1/api-keys", exportKey(projectId));
  await admin.send("POST", "/api/v1/oauth-clients", DASHBOARD);
}
