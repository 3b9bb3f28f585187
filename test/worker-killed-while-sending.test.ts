import { expect, test } from "@jest/globals";
import { eventCatalogue } from "../domain/events/event-catalogue.ts";
import { recordEvent } from "../domain/events/record-event.ts";
import { invitationWorkflowId } from "../domain/invitations/invitation.rules.ts";
import { noticeWorkflowId } from "../domain/slack/slack-notice.rules.ts";
import { InboundMessage } from "../domain/whatsapp/inbound-message.entity.ts";
import { whatsappWorkflowId } from "../domain/whatsapp/inbound-message.rules.ts";
import { systemClock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import { createTemporalClient } from "../platform/temporal/temporal.ts";
import { startWorkerProcess, type WorkerProcess } from "../testkit/worker-process.ts";
import { startMailbox } from "./support/mailbox.ts";
import { newProject } from "./support/new-project.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { createSlackRequests } from "./support/slack-requests.ts";
import { startSlackServer } from "./support/slack-server.ts";
import { connectSlack } from "./support/slack-set-up.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { waitFor } from "./support/wait-for.ts";
import { deliver, deliveryOf, newNumber, saying, setUpWhatsapp, textOf } from "./support/whatsapp-phone.ts";
import { startWhatsappServer, taking } from "./support/whatsapp-server.ts";
import { postedTo } from "./support/whatsapp-talk.ts";

const [mailbox, slack, graph] = [
  await stopAfterAll(startMailbox()),
  await stopAfterAll(startSlackServer()),
  await stopAfterAll(startWhatsappServer()),
];
const product = await startProductForFile({ environment: { SLACK_API_URL: slack.apiUrl } });
const temporal = await stopAfterAll(createTemporalClient(product.config));
const admin = await product.signIn("admin");
const RECEIVERS = {
  SMTP_URL: mailbox.url,
  MAIL_FROM: "compliance@example.com",
  SLACK_API_URL: slack.apiUrl,
};
const startWorker = (): Promise<WorkerProcess> => startWorkerProcess(product.config, RECEIVERS);

const MILESTONE = "Readiness review";

/** 15 s without a heartbeat show that the worker is dead; the next attempt follows a short pause. */
const WAIT_MS = 45_000;

const isAboutMilestone = (args: object): boolean => JSON.stringify(args).includes(MILESTONE);

/** Each receiver stores its first message, and never answers it. */
function fallSilent(): void {
  mailbox.fallSilent();
  let notices = 0;
  slack.behave("chat.postMessage", ({ args }) =>
    isAboutMilestone(args) && (notices += 1) === 1
      ? { hangs: true }
      : { body: { ok: true, channel: args["channel"], ts: "1.0001" } },
  );
  slack.behave("respond", (_call, nth) => (nth === 1 ? { hangs: true } : {}));
  let posts = 0;
  graph.behave((...call) => void ((posts += 1) > 1 && taking(...call)));
}

/** Causes a message of each kind. */
async function causeMessages() {
  const [email, phone] = [`${newId()}@example.com`, newNumber()];
  const invited = await admin.send("POST", "/api/v1/invitations", { email, role: "customer" });
  const projectId = await newProject(admin);
  const eventId = await product.orm.em.fork().transactional((em) => {
    const ctx = { em, actor: null, clock: systemClock, events: [] };
    const { example } = eventCatalogue["milestone.missed"];
    const data = { ...example, milestone: { ...example.milestone, name: MILESTONE } };
    return recordEvent(ctx, "milestone.missed", {
      subject: { id: newId(), project: { id: projectId } },
      data,
    });
  });
  const requests = createSlackRequests(product.config.backendUrl, slack.responseUrl);
  expect((await requests.command("projects", "U-NEW")).status).toBe(200);
  expect((await deliver(product, deliveryOf([saying(phone, textOf("Hello"))]))).status).toBe(200);
  const inbound = await product.orm.em.fork().findOneOrFail(InboundMessage, { externalId: phone });
  const arrived = () => ({
    mail: mailbox.mails.filter((mail) => mail.includes(`To: ${email}`)).length,
    notice: slack.to("chat.postMessage").filter(({ args }) => isAboutMilestone(args)).length,
    answer: slack.to("respond").length,
    reply: postedTo(graph, phone).length,
  });
  const workflows = [
    invitationWorkflowId(invited.data.id, 1),
    noticeWorkflowId(eventId),
    whatsappWorkflowId(inbound.id),
  ];
  return { arrived, workflows };
}

test("a worker killed before it knows that a message was accepted sends it again, once, and loses none", async () => {
  await connectSlack(product, { notification_channels: { general: "#general" } });
  expect((await setUpWhatsapp(admin, graph.url)).status).toBe(200);
  fallSilent();
  const first = await startWorker();
  const { arrived, workflows } = await causeMessages();
  const until = (count: number) =>
    waitFor(
      async () => arrived(),
      (found) => Object.values(found).every((n) => n >= count),
      WAIT_MS,
    );
  await until(1).finally(() => first.kill());
  const second = await startWorker();
  try {
    expect(await until(2)).toEqual({ mail: 2, notice: 2, answer: 2, reply: 2 });
    for (const id of workflows) await temporal.client.workflow.getHandle(id).result();
    expect(arrived()).toEqual({ mail: 2, notice: 2, answer: 2, reply: 2 });
  } finally {
    await second.stop();
  }
}, 200_000);
