import { z } from "zod";
import type { People } from "./people.ts";
import { SYSTEMS } from "./start-demo-systems.ts";
import { waitUntil } from "./wait-until.ts";

const WEBHOOKS = "/api/v1/webhooks";
const ARCHIVE = "Evidence archive";

const Webhooks = z.object({ webhooks: z.array(z.object({ id: z.string(), description: z.string() })) });
const Deliveries = z.object({ deliveries: z.array(z.object({ id: z.string(), attempts: z.int() })) });

/** Connects the organisation with the systems at `url`. Requires a recent sign-in. */
export async function connectSystems({ admin, manager }: People, url: string): Promise<void> {
  const webhooks = [
    [manager, "Ticket system", SYSTEMS.tickets, ["finding.*"]],
    [manager, ARCHIVE, SYSTEMS.archive, ["evidence.approved", "evidence.rejected"]],
    [admin, "Monitoring, replaced last year", SYSTEMS.retired, ["invitation.*"]],
  ] as const;
  for (const [who, description, path, events] of webhooks)
    await who.send("POST", WEBHOOKS, { url: url + path, description, events });
  const n8n = { instance_address: url + SYSTEMS.n8n, api_token: "a-token-for-the-demo" };
  await admin.send("PUT", "/api/v1/integrations/n8n", n8n);
  await admin.send("POST", "/api/v1/integrations/n8n/test", {});
  await admin.send("POST", "/api/v1/identity-providers", {
    name: "Example Cloud staff",
    kind: "oidc",
    issuer: url + SYSTEMS.identity,
    client_id: "compliance",
    client_secret: "a-secret-for-the-demo",
    // A button on the sign-in page would lead nowhere.
    enabled: false,
  });
}

/** People who have not answered yet. */
export async function invitePeople({ admin, manager }: People, projectId: string): Promise<void> {
  const invite = (body: object) => admin.send("POST", "/api/v1/invitations", body);
  await invite({ email: "iris.auditor@example.com", role: "auditor", project_ids: [projectId] });
  await invite({ email: "noah.engineer@example.com", role: "customer", manager_id: manager.id });
}

/** Sends one of the deliveries that failed again; the others stay failed. */
export async function redeliverOne({ manager }: People): Promise<void> {
  const { webhooks } = await manager.get(WEBHOOKS, Webhooks);
  const archive = webhooks.find(({ description }) => description === ARCHIVE)!;
  const path = `${WEBHOOKS}/${archive.id}/deliveries`;
  // Before its first attempt, a delivery that waits for its endpoint is retrying, too.
  const failed = async () =>
    (await manager.get(`${path}?status=retrying`, Deliveries)).deliveries.filter(
      ({ attempts }) => attempts > 0,
    );
  await waitUntil("A failed delivery", async () => (await failed()).length > 1);
  const [newest] = await failed();
  await manager.send("POST", `${path}/${newest!.id}/redeliver`, {});
}
