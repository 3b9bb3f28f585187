import { newId } from "../../platform/ids.ts";
import { LinkedAccount } from "../../domain/integrations/linked-account.entity.ts";
import type { Made, Stage } from "./access-worlds.ts";

/** Nothing listens there. */
export async function newIntegration({ people }: Stage): Promise<Made> {
  const body = { instance_address: "http://127.0.0.1:9999", api_token: "an-api-token" };
  await people.admin.send("PUT", "/api/v1/integrations/n8n", body);
  return { params: { kind: "n8n" }, body: { api_token: "another-token" } };
}

/** Its id and secret belong to no app. */
export async function newSlackApp({ people }: Stage): Promise<Made> {
  const body = {
    client_id: "1111111111.2222222222",
    client_secret: "a-client-secret",
    signing_secret: "a-signing-secret",
    default_channel: "#compliance",
  };
  await people.admin.send("PUT", "/api/v1/integrations/slack", body);
  return {};
}

/** A Slack account linked to the customer. */
export async function newLinkedAccount({ product, people }: Stage): Promise<string> {
  const id = newId();
  const account = {
    id,
    kind: "slack",
    externalId: id,
    displayName: "Somebody",
    linkedAt: new Date(),
  } as const;
  await product.orm.em.fork().insert(LinkedAccount, { ...account, user: people.customer.id });
  return id;
}
