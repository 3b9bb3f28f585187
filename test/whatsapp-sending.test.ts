import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { answerInbound } from "../activities/whatsapp/answer-inbound.ts";
import { sendReplies } from "../activities/whatsapp/send-replies.ts";
import { entities } from "../domain/entities.ts";
import { InboundMessage } from "../domain/whatsapp/inbound-message.entity.ts";
import { whatsappWorkflowId } from "../domain/whatsapp/inbound-message.rules.ts";
import { Event } from "../domain/events/event.entity.ts";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { loadConfig } from "../platform/config.ts";
import { createSecretBox } from "../platform/crypto/crypto.ts";
import { createOrm } from "../platform/database/orm.ts";
import { integrationClient } from "../platform/http/outbound-clients.ts";
import { systemClock } from "../platform/clock.ts";
import { createLogger } from "../platform/logger.ts";
import { createTemporalClient, type TemporalClient } from "../platform/temporal/temporal.ts";
import { createChatAccess } from "../workers/chat-access.ts";
import { openActAsUser } from "../workers/open-act-as-user.ts";
import { startWhatsapp } from "../workers/whatsapp/start-whatsapp.ts";
import { openLink, type Link } from "../dev/stack/link.ts";
import { startProduct, type Product, type SignedIn } from "./support/product.ts";
import { historyText } from "./support/history-text.ts";
import { waitFor } from "./support/wait-for.ts";
import {
  deliver,
  deliveryOf,
  documentOf,
  newNumber,
  saying,
  setUpWhatsapp,
  textOf,
} from "./support/whatsapp-phone.ts";
import { refusing, startWhatsappServer, taking, type WhatsappServer } from "./support/whatsapp-server.ts";
import { ask, linkedNumber, postedTo, wordsOf } from "./support/whatsapp-talk.ts";
import { startFeatureWorker } from "./support/feature-worker.ts";

let link: Link;
let server: WhatsappServer;
let product: Product;
let worker: { stop(): Promise<void> };
let temporal: TemporalClient;
let admin: SignedIn;
let customer: SignedIn;
let phone: string;

beforeAll(async () => {
  link = await openLink(loadConfig({ ...process.env, NODE_ENV: "test" }).TEMPORAL_ADDRESS);
  server = await startWhatsappServer();
  product = await startProduct({ environment: { TEMPORAL_ADDRESS: link.address } });
  [admin, customer] = [await product.signIn("admin"), await product.signIn("customer")];
  await setUpWhatsapp(admin, server.url);
  worker = await startFeatureWorker(product.config, startWhatsapp);
  temporal = createTemporalClient(product.config);
  phone = await linkedNumber(product, customer);
});
afterAll(async () => {
  link.set("open");
  await worker.stop();
  await temporal.close();
  await product.stop();
  await server.stop();
  await link.close();
});
beforeEach(() => server.behave(taking));

const find = (from: string) =>
  product.orm.em.fork().find(InboundMessage, { externalId: from }, { orderBy: { id: "desc" } });
/** Sends a message from a new number and waits until all replies have been sent. */
async function settled(content: object, more: object = {}): Promise<{ from: string; row: InboundMessage }> {
  const from = await linkedNumber(product, customer);
  await deliver(product, deliveryOf([{ ...saying(from, content), ...more }]));
  const [row] = await waitFor(
    () => find(from),
    ([last]) => last?.handledAt !== null && last?.replies === null,
  );
  return { from, row: row! };
}
/** The dependencies of the activities, for calls without a worker. */
function openDeps(orm = product.orm) {
  const { config } = product;
  const { encryptionKey, backendUrl, publicUrl } = config;
  const common = { orm, clock: systemClock, logger: createLogger("test", "silent") };
  const acting = openActAsUser({ ...common, config });
  const client = integrationClient(config);
  const deps = {
    ...common,
    backendUrl,
    publicUrl,
    maxFileBytes: 1_000_000,
    secrets: createSecretBox(encryptionKey),
    clients: { outbound: client, files: client },
    access: createChatAccess({ orm, actAs: acting.actAs }),
  };
  return { deps, close: () => Promise.all([acting.close(), client.close()]) };
}

/** Of a step that no one cancels. */
const { signal } = new AbortController();
const types = (from: string): string[] => postedTo(server, from).map(({ type }) => type);
const failing = () => product.orm.em.fork().count(Event, { kind: "integration.failing" });

describe("a reply", () => {
  test("goes to the sender as text", async () => {
    const [posted] = await ask({ product, server }, phone, textOf("help"));
    expect(posted).toMatchObject({ messaging_product: "whatsapp", to: phone, type: "text" });
  });

  test("to someone whose message is more than a day old is a template", async () => {
    const timestamp = String(Math.floor(Date.now() / 1_000) - 25 * 3_600);
    const { from } = await settled(textOf("help"), { timestamp });
    const [posted] = postedTo(server, from);
    expect(posted).toMatchObject({
      type: "template",
      template: { name: "compliance_update", language: { code: "en" } },
    });
    expect(wordsOf(posted!)).toMatch(/^\*What you can ask\* •/);
  });

  test("that Meta refuses as too late is sent again as a template", async () => {
    server.behave((response, message) =>
      (message.type === "template" ? taking : refusing(400, 131047))(response, message),
    );
    const { from } = await settled(textOf("help"));
    expect(types(from)).toEqual(["text", "template"]);
  });

  test.each([
    [400, 130429],
    [500, 131000],
    [503, 2],
  ])("refused temporarily (%i, %i) is sent again", async (status, code) => {
    let tries = 0;
    server.behave((response, message) =>
      (++tries === 1 ? refusing(status, code) : taking)(response, message),
    );
    const { from } = await settled(textOf("help"));
    expect(types(from)).toEqual(["text", "text"]);
  });

  test.each([
    [400, 131026],
    [400, 131051],
    [403, 368],
  ])("refused permanently (%i, %i) is abandoned", async (status, code) => {
    server.behave(refusing(status, code));
    const { from, row } = await settled(textOf("help"));
    await temporal.client.workflow.getHandle(whatsappWorkflowId(row.id)).result();
    expect(types(from)).toEqual(["text"]);
  });

  test("is sent once, even if the database cannot record that WhatsApp works", async () => {
    const { from, row } = await settled(textOf("help"));
    const replies = [{ text: "Only once" }];
    await product.orm.em.fork().nativeUpdate(InboundMessage, { id: row.id }, { replies, replied: 0 });
    const { DATABASE_URL } = product.config;
    const hasty = await createOrm(product.config, entities, "owner", { statementMs: 300, lockMs: 0 });
    const { deps, close } = openDeps(hasty);
    const holder = new Client({ connectionString: DATABASE_URL });
    await holder.connect();
    await holder.query("begin");
    await holder.query("lock table integrations in exclusive mode");
    const first = await sendReplies(deps, row.id, signal).catch(() => "to be sent again");
    await holder.end();
    await Promise.all([close(), hasty.close()]);
    expect(first).toBe("sent");
    expect(postedTo(server, from).map(wordsOf)).toEqual([expect.anything(), "Only once"]);
  });

  test("to a hanging server is sent again after its deadline", async () => {
    let tries = 0;
    server.behave((response, message) => {
      if (++tries > 1) taking(response, message);
    });
    const { from } = await settled(textOf("help"));
    expect(types(from)).toEqual(["text", "text"]);
  });
});

test("failures of our own settings are recorded, those of recipients are not", async () => {
  const before = await failing();
  server.behave(refusing(400, 131026));
  for (let n = 0; n < 4; n++) await settled(textOf("help"));
  expect(await failing()).toBe(before);
  server.behave(taking);
  await settled(textOf("help"));
  server.behave(refusing(401, 190));
  for (let n = 0; n < 4; n++) await settled(textOf("help"));
  expect(await failing()).toBe(before + 1);
  const { data } = await admin.get("/api/v1/integrations");
  const kept = data.integrations.find(({ kind }: { kind: string }) => kind === "whatsapp");
  expect(kept!.failing_since).not.toBeNull();
});

test("while Temporal is unavailable messages are stored, and answered once when it is back", async () => {
  const from = await linkedNumber(product, customer);
  link.set("cut");
  const delivery = deliveryOf([saying(from, textOf("help"))]);
  expect((await deliver(product, delivery)).status).toBe(200);
  expect((await deliver(product, delivery)).status).toBe(200);
  expect((await find(from)).map(({ handledAt }) => handledAt)).toEqual([null]);
  expect(postedTo(server, from)).toEqual([]);
  link.set("open");
  await waitFor(
    async () => postedTo(server, from),
    ({ length }) => length > 0,
  );
  await ask({ product, server }, phone, textOf("help"));
  expect(postedTo(server, from)).toHaveLength(1);
});

test("a file is uploaded once, even if the worker dies before recording it", async () => {
  const body = { name: "P", framework: "soc2", customer_id: customer.id };
  const { id: projectId } = (await admin.send("POST", "/api/v1/projects", body)).data;
  const bytes = await makePdf({ pages: [["Access reviews take place every quarter."]] });
  server.media.set("m1", { mimeType: "application/pdf", bytes });
  const content = documentOf("m1", "x.pdf", "CC6.1 Before the crash");
  const { row } = await settled(content);
  const { deps, close } = openDeps();
  const media = {
    id: "m1",
    mimeType: "application/pdf",
    fileName: "x.pdf",
    caption: content.document.caption!,
  };
  const asBefore = {
    handledAt: null,
    outcome: null,
    evidenceId: null,
    content: { type: "media", media },
  } as const;
  await product.orm.em.fork().nativeUpdate(InboundMessage, { id: row.id }, asBefore);
  const again = await answerInbound(deps, row.id, AbortSignal.timeout(60_000));
  expect(again).toEqual({ outcome: "uploaded", evidenceId: row.evidenceId });
  const { data } = await customer.get(`/api/v1/evidence?project_id=${projectId}`);
  expect(data.evidence).toHaveLength(1);
  await close();
});

test("no history contains senders or messages", async () => {
  const { from, row } = await settled(textOf("use the secret plan"));
  const handle = temporal.client.workflow.getHandle(whatsappWorkflowId(row.id));
  expect(await handle.result()).toEqual({ outcome: "answered", reply: "sent" });
  const history = await historyText(handle);
  expect(history).toContain(row.id);
  expect(history).not.toContain(from);
  expect(history).not.toMatch(/secret plan/);
});

test("an unknown number that wrote long ago gets its link as a template too", async () => {
  const from = newNumber();
  const timestamp = String(Math.floor(Date.now() / 1_000) - 25 * 3_600);
  await deliver(product, deliveryOf([{ ...saying(from, textOf("hi")), timestamp }]));
  const [posted] = await waitFor(
    async () => postedTo(server, from),
    ({ length }) => length > 0,
  );
  expect(posted!.type).toBe("template");
  expect(wordsOf(posted!)).toContain("/link?token=");
});

test("an attempt that was cancelled sends no more replies: the next one does", async () => {
  const { from, row } = await settled(textOf("help"));
  const replies = [{ text: "first" }, { text: "second" }];
  await product.orm.em.fork().nativeUpdate(InboundMessage, { id: row.id }, { replies });
  const { deps, close } = openDeps();
  const late = new AbortController();
  server.behave((response, message) => {
    late.abort(new Error("the step took too long"));
    taking(response, message);
  });
  await expect(sendReplies(deps, row.id, late.signal)).rejects.toThrow("the step took too long");
  expect(await sendReplies(deps, row.id, signal)).toBe("sent");
  expect(postedTo(server, from).map(wordsOf).slice(1)).toEqual(["first", "second"]);
  await close();
});

test("replies are dropped, not reported as sent, once WhatsApp is no longer configured", async () => {
  const { from, row } = await settled(textOf("help"));
  const sent = postedTo(server, from).length;
  const em = product.orm.em.fork();
  await em.nativeUpdate(InboundMessage, { id: row.id }, { replies: [{ text: "late" }] });
  expect((await admin.send("DELETE", "/api/v1/integrations/whatsapp")).status).toBe(200);
  const { deps, close } = openDeps();
  expect(await sendReplies(deps, row.id, signal)).toBe("undeliverable");
  expect((await find(from))[0]!.replies).toBeNull();
  expect(postedTo(server, from)).toHaveLength(sent);
  await close();
});
