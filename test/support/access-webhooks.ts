import type { Stage } from "./access-worlds.ts";

export const WEBHOOK = { url: "https://127.0.0.1:9999/", events: ["finding.created"] };

export async function newWebhook(stage: Stage): Promise<string> {
  const { data } = await stage.people.customer.send("POST", "/api/v1/webhooks", WEBHOOK);
  const { id } = data as { id: string };
  stage.note(id, { kind: "key", world: "home", owner: "customer" });
  return id;
}

export async function newDelivery(stage: Stage): Promise<Record<string, string>> {
  const id = await newWebhook(stage);
  const { data } = await stage.people.customer.send("POST", `/api/v1/webhooks/${id}/test`);
  return { id, deliveryId: data.id };
}
