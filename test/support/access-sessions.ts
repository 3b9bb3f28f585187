import { Session } from "../../domain/identity/session.entity.ts";
import type { Stage } from "./access-worlds.ts";
import { registerClient } from "./oauth.ts";

/** A session of the first customer, from a sign-in or granted to an application. */
export async function newSession({ product, people }: Stage, client: string | null): Promise<string> {
  const em = product.orm.em.fork();
  const times = { createdAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) };
  const session = em.create(Session, { user: people.customer.id, client, scopes: ["read"], ...times });
  await em.flush();
  return session.id;
}

/** An application to which the first customer granted access. */
export async function consentOfCustomer(stage: Stage): Promise<string> {
  const { client_id: id } = await registerClient(stage.people.admin);
  await newSession(stage, id);
  return id;
}
