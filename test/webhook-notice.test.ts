import { expect, test } from "@jest/globals";
import { createWebhookNoticeActivities } from "../activities/webhooks/webhook-notice.activities.ts";
import { Event } from "../domain/events/event.entity.ts";
import { disableWebhook } from "../domain/webhooks/webhook.commands.ts";
import { disabledNoticeWorkflowId } from "../domain/webhooks/webhook.rules.ts";
import { runAsSystem } from "../activities/run-as-system.ts";
import { systemClock } from "../platform/clock.ts";
import { dispatchEvent } from "../runtime/dispatch-event.ts";
import { startMailing } from "./support/mail-stage.ts";
import { historyText } from "./support/history-text.ts";

const URL_OF_HOOK = "https://127.0.0.1:8443/hooks";

const environment = { WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" };
const { product, mailsTo, temporal, withMail } = await startMailing(createWebhookNoticeActivities, {
  environment,
});
const customer = await product.signIn("customer");

test("the owner of a webhook that was turned off gets one mail, and no history contains their address", async () => {
  const { data } = await customer.send("POST", "/api/v1/webhooks", { url: URL_OF_HOOK, events: ["*"] });
  const deps = { orm: product.orm, clock: systemClock };
  const disable = () =>
    runAsSystem(deps, (ctx) => disableWebhook(ctx, { id: data.id, url: URL_OF_HOOK, reason: "failing" }));
  await Promise.all([disable(), disable()]);
  const events = await product.orm.em.fork().find(Event, { kind: "webhook.disabled" });
  expect(events).toHaveLength(1);
  await dispatchEvent({ ...deps, temporal, taskQueue: product.config.TEMPORAL_TASK_QUEUE }, events[0]!.id);
  const handle = temporal.workflow.getHandle(disabledNoticeWorkflowId(events[0]!.id));
  expect(await handle.result()).toEqual({ outcome: "sent" });
  const mails = mailsTo(customer);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain("Subject: A webhook was turned off");
  expect(mails[0]).toContain(URL_OF_HOOK);
  expect(mails[0]).toContain(`/settings/webhooks/${data.id}`);
  await customer.send("PUT", `/api/v1/users/${customer.id}`, { preferences: { language: "de" } });
  expect(await withMail.mailWebhookDisabled(events[0]!.id)).toBe("sent");
  expect(mailsTo(customer)[1]).toContain("Subject: Ein Webhook wurde ausgeschaltet");
  for (const mail of mailsTo(customer)) expect(mail).toContain(`Message-ID: <${events[0]!.id}@example.com>`);
  await customer.send("PUT", `/api/v1/users/${customer.id}`, { preferences: { muted: ["critical"] } });
  expect(await withMail.mailWebhookDisabled(events[0]!.id)).toBe("nothing to report");
  expect(mailsTo(customer)).toHaveLength(2);
  const text = await historyText(handle);
  for (const hidden of [customer.email, URL_OF_HOOK]) expect(text).not.toContain(hidden);
});
