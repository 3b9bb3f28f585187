import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createWebhookNoticeActivities } from "../activities/webhooks/webhook-notice.activities.ts";
import { Event } from "../domain/events/event.entity.ts";
import { disableWebhook } from "../domain/webhooks/webhook.commands.ts";
import { disabledNoticeWorkflowId } from "../domain/webhooks/webhook.rules.ts";
import { runAsSystem } from "../activities/run-as-system.ts";
import { createMailer } from "../integrations/mail/mailer.ts";
import { systemClock } from "../platform/clock.ts";
import { createLogger } from "../platform/logger.ts";
import { dispatchEvent } from "../runtime/dispatcher.ts";
import { startActivityWorker, type ActivityWorker } from "./support/activity-worker.ts";
import { historyText } from "./support/history-text.ts";
import { startMailbox, type Mailbox } from "./support/mailbox.ts";
import { startProduct, type Product, type SignedIn } from "./support/product.ts";

const URL_OF_HOOK = "https://127.0.0.1:8443/hooks";

let product: Product;
let mailbox: Mailbox;
let worker: ActivityWorker;
let customer: SignedIn;

beforeAll(async () => {
  mailbox = await startMailbox();
  product = await startProduct({ environment: { WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" } });
  customer = await product.signIn("customer");
  const mailer = createMailer({ url: mailbox.url, from: "Compliance <compliance@example.com>" });
  const logger = createLogger("test", "silent");
  const { orm, config } = product;
  const deps = { orm, clock: systemClock, logger, mailer, publicUrl: config.publicUrl };
  worker = await startActivityWorker(config, createWebhookNoticeActivities(deps));
}, 120_000);
afterAll(async () => {
  await worker.stop();
  await product.stop();
  await mailbox.stop();
}, 60_000);

test("the owner of a webhook that was turned off gets one mail, and no history contains their address", async () => {
  const { data } = await customer.send("POST", "/api/v1/webhooks", { url: URL_OF_HOOK, events: ["*"] });
  const deps = { orm: product.orm, clock: systemClock };
  const disable = () =>
    runAsSystem(deps, (ctx) => disableWebhook(ctx, { id: data.id, url: URL_OF_HOOK, reason: "failing" }));
  await Promise.all([disable(), disable()]);
  const events = await product.orm.em.fork().find(Event, { kind: "webhook.disabled" });
  expect(events).toHaveLength(1);
  const { client } = worker.temporal;
  await dispatchEvent(
    { ...deps, temporal: client, taskQueue: product.config.TEMPORAL_TASK_QUEUE },
    events[0]!.id,
  );
  const handle = client.workflow.getHandle(disabledNoticeWorkflowId(events[0]!.id));
  expect(await handle.result()).toEqual({ outcome: "sent" });
  const mails = mailbox.mails.filter((mail) => mail.includes(`To: ${customer.email}`));
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain("Subject: A webhook was turned off");
  expect(mails[0]).toContain(URL_OF_HOOK);
  const text = await historyText(handle);
  for (const hidden of [customer.email, URL_OF_HOOK]) expect(text).not.toContain(hidden);
});
