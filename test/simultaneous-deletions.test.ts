import { expect, test } from "@jest/globals";
import { utils, write } from "@e965/xlsx";
import { Conversation } from "../domain/assistant/conversation.entity.ts";
import { Event } from "../domain/events/event.entity.ts";
import { UpstreamAccount } from "../domain/identity-providers/upstream-account.entity.ts";
import { LinkedAccount } from "../domain/integrations/linked-account.entity.ts";
import { newId } from "../platform/ids.ts";
import { newProject } from "./support/new-project.ts";
import { registerClient } from "./support/oauth.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { untilWaiting } from "./support/until-waiting.ts";
import { uploadQuestionnaire } from "./support/upload-questionnaire.ts";

const product = await startProductForFile({ environment: { WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" } });
const admin = await product.signIn("admin");
const customer = await product.signIn("customer");
const projectId = await newProject(customer);

/** Something to delete. */
interface Thing {
  id: string;
  table: string;
  path: string;
  by: SignedIn;
  deleted: string;
  /** The subject of its events; by default itself. */
  subjectId?: string;
  /** Changes it. */
  change?: { method: "POST" | "PUT"; path: string; body: object };
}

async function newProvider(): Promise<string> {
  const issuer = `https://${newId()}.example`;
  const body = {
    name: "Acme",
    kind: "oidc",
    issuer,
    client_id: "compliance",
    client_secret: "a secret text",
  };
  return (await admin.send("POST", "/api/v1/identity-providers", body)).data.id;
}

async function newQuestionnaire(): Promise<string> {
  const book = utils.book_new();
  const rows = [
    ["Question", "Answer"],
    ["How often are access rights reviewed?", ""],
  ];
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), "Questions");
  const bytes = write(book, { type: "buffer", bookType: "xlsx" }) as Buffer;
  return uploadQuestionnaire(customer, projectId, { name: "a.xlsx", bytes });
}

const THINGS: Record<string, () => Promise<Thing>> = {
  async webhook() {
    const body = { url: "http://127.0.0.1:9999/", events: ["*"] };
    const { data } = await customer.send("POST", "/api/v1/webhooks", body);
    const path = `/api/v1/webhooks/${data.id}`;
    const change = { method: "PUT", path, body: { description: "changed" } } as const;
    return { id: data.id, table: "webhooks", path, by: customer, deleted: "webhook.deleted", change };
  },
  async agent() {
    const body = { project_id: projectId, name: newId(), kind: "zap" };
    const { data } = await customer.send("POST", "/api/agents", body);
    const path = `/api/agents/${data.id}`;
    const change = { method: "POST", path: `${path}/heartbeat`, body: {} } as const;
    return { id: data.id, table: "agents", path, by: customer, deleted: "agent.removed", change };
  },
  async questionnaire() {
    const id = await newQuestionnaire();
    const path = `/api/v1/questionnaires/${id}`;
    return { id, table: "questionnaires", path, by: customer, deleted: "questionnaire.deleted" };
  },
  async "identity provider"() {
    const id = await newProvider();
    const path = `/api/v1/identity-providers/${id}`;
    const change = { method: "PUT", path, body: { name: "Changed" } } as const;
    return { id, table: "identity_providers", path, by: admin, deleted: "identity_provider.deleted", change };
  },
  async "linked identity"() {
    const id = newId();
    const at = new Date();
    const user = customer.id;
    const account = { id, issuer: "https://a.example", subject: id, createdAt: at, lastUsedAt: at };
    await product.orm.em.fork().nativeDelete(UpstreamAccount, { user });
    await product.orm.em.fork().insert(UpstreamAccount, { ...account, user, provider: await newProvider() });
    const path = `/api/v1/users/${user}/upstream-accounts/${id}`;
    return {
      id,
      table: "upstream_accounts",
      path,
      by: admin,
      deleted: "user.upstream_unlinked",
      subjectId: user,
    };
  },
  async "OAuth client"() {
    const { client_id: id } = await registerClient(admin);
    const path = `/api/v1/oauth-clients/${id}`;
    const change = { method: "POST", path: `${path}/rotate-secret`, body: {} } as const;
    return { id, table: "oauth_clients", path, by: admin, deleted: "oauth_client.deleted", change };
  },
  async integration() {
    const body = { instance_address: "http://127.0.0.1:9999", api_token: "an-api-token" };
    const path = "/api/v1/integrations/n8n";
    await admin.send("PUT", path, body);
    const [row] = await product.orm.em
      .fork()
      .execute<{ id: string }[]>("select id from integrations where kind = 'n8n'");
    return { id: row!.id, table: "integrations", path, by: admin, deleted: "integration.removed" };
  },
  async "linked account"() {
    const id = newId();
    const account = {
      id,
      kind: "slack",
      externalId: id,
      displayName: "A name",
      linkedAt: new Date(),
    } as const;
    await product.orm.em.fork().insert(LinkedAccount, { ...account, user: customer.id });
    const path = `/api/v1/linked-accounts/${id}`;
    return { id, table: "linked_accounts", path, by: customer, deleted: "linked_account.unlinked" };
  },
  async conversation() {
    const [id, at] = [newId(), new Date()];
    const row = { id, owner: customer.id, project: projectId, title: "T", createdAt: at, updatedAt: at };
    await product.orm.em
      .fork()
      .insert(Conversation, { ...row, control: null, promptTokens: 0, completionTokens: 0 });
    const path = `/api/v1/ai/conversations/${id}`;
    return { id, table: "ai_conversations", path, by: customer, deleted: "conversation.deleted" };
  },
};

const eventsOf = async (subjectId: string): Promise<string[]> => {
  const events = await product.orm.em.fork().find(Event, { subjectId }, { orderBy: { id: "asc" } });
  return events.map(({ kind }) => kind);
};

/** The statuses of calls that all wait for the row before the first of them continues. */
async function simultaneously({ table, id }: Thing, calls: readonly (() => Promise<{ status: number }>)[]) {
  const { pending } = await product.orm.em.fork().transactional(async (em) => {
    await em.execute(`select 1 from ${table} where id = ? for update`, [id]);
    const pending: Promise<{ status: number }>[] = [];
    for (const call of calls) {
      pending.push(call());
      await untilWaiting(product, pending.length);
    }
    return { pending };
  });
  return (await Promise.all(pending)).map(({ status }) => status);
}

test.each(Object.entries(THINGS))(
  "two simultaneous requests delete a thing once: %s",
  async (_name, arrange) => {
    const thing = await arrange();
    const { by, path, deleted, id, subjectId = id } = thing;
    const remove = () => by.send("DELETE", path);
    const [first, second] = await simultaneously(thing, [remove, remove]);
    expect(first).toBeLessThan(300);
    expect(second).toBe(404);
    expect((await eventsOf(subjectId)).filter((kind) => kind === deleted)).toEqual([deleted]);
  },
);

test.each(["webhook", "agent", "identity provider", "OAuth client"] as const)(
  "a change that waits for the deletion finds nothing: %s",
  async (name) => {
    const thing = await THINGS[name]!();
    const { by, path, deleted, id, change } = thing;
    const statuses = await simultaneously(thing, [
      () => by.send("DELETE", path),
      () => by.send(change!.method, change!.path, change!.body),
    ]);
    expect(statuses[0]).toBeLessThan(300);
    expect(statuses[1]).toBe(404);
    expect((await eventsOf(id)).at(-1)).toBe(deleted);
  },
);
