import type { Pool } from "pg";
import { signInAt } from "../../../testkit/api-process.ts";
import { PASSWORD, addUser } from "../../../testkit/api-rows.ts";
import { SIGNING_SECRET, type HostileClient } from "./hostile-client.ts";
import { hashPassword } from "../../../platform/crypto/passwords.ts";
import { formWith } from "../../../testkit/form-with.ts";

const JSON_TYPE = { "content-type": "application/json" };

interface Signed {
  id: string;
  headers: Record<string, string>;
}

async function signedIn(pool: Pool, origin: string, role: string): Promise<Signed> {
  const id = await addUser(pool, role, await hashPassword(PASSWORD));
  return { id, headers: await signInAt(origin, `${id}@example.com`, PASSWORD) };
}

/** Runs a request that must succeed; returns the id of what it created. */
async function make(
  origin: string,
  { headers }: Signed,
  method: string,
  path: string,
  body: object,
): Promise<string> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { ...headers, ...JSON_TYPE },
    body: JSON.stringify(body),
  });
  const { data } = (await response.json()) as { data?: { id: string } };
  if (!response.ok || data === undefined) throw new Error(`${method} ${path} answered ${response.status}`);
  return data.id;
}

async function setUpChat(origin: string, admin: Signed): Promise<void> {
  const slack = { bot_token: "xoxb-bench", signing_secret: SIGNING_SECRET, default_channel: "#bench" };
  const whatsapp = {
    phone_number_id: "123456",
    access_token: SIGNING_SECRET,
    webhook_verify_token: SIGNING_SECRET,
    app_secret: SIGNING_SECRET,
  };
  await make(origin, admin, "PUT", "/api/v1/integrations/slack", slack);
  await make(origin, admin, "PUT", "/api/v1/integrations/whatsapp", whatsapp);
}

/** A customer with a project and a policy, in a product connected to Slack and WhatsApp. */
export async function createHostileClient(pool: Pool, origin: string): Promise<HostileClient> {
  const [admin, customer] = [await signedIn(pool, origin, "admin"), await signedIn(pool, origin, "customer")];
  await setUpChat(origin, admin);
  const projectId = await make(origin, customer, "POST", "/api/v1/projects", {
    name: "Bench",
    framework: "soc2",
  });
  const options = { type: "access_control", framework: "soc2", company_name: "Bench", project_id: projectId };
  const policyId = await make(origin, customer, "POST", "/api/v1/ai/generate/policy", options);

  const sendAs = async ({ headers }: Signed, path: string, init: RequestInit = {}): Promise<number> => {
    const response = await fetch(`${origin}${path}`, {
      ...init,
      headers: { ...headers, ...(init.headers as object) },
    });
    await response.arrayBuffer();
    return response.status;
  };
  const text = (who: Signed, method: string, path: string, body: string) =>
    sendAs(who, path, { method, headers: JSON_TYPE, body });
  return {
    projectId,
    policyId,
    userId: customer.id,
    send: (path, init) => sendAs(customer, path, init),
    json: (method, path, body) => text(customer, method, path, JSON.stringify(body)),
    text: (method, path, json) => text(customer, method, path, json),
    asAdmin: (method, path, json) => text(admin, method, path, json),
    upload: (path, fields, { name, bytes }) => {
      const form = formWith(fields, { name, bytes });
      return sendAs(customer, path, { method: "POST", body: form });
    },
  };
}
