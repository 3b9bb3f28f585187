import { expect, test } from "@jest/globals";
import { ApplicationFailure } from "@temporalio/common";
import { MockActivityEnvironment } from "@temporalio/testing";
import { Client } from "pg";
import { createSlackActivities } from "../activities/slack/slack.activities.ts";
import { sealedInput } from "../domain/slack/sealed-input.ts";
import { createProductClient } from "../integrations/chat/product-client.ts";
import { entities } from "../domain/entities.ts";
import { eventCatalogue } from "../domain/events/event-catalogue.ts";
import { recordEvent } from "../domain/events/record-event.ts";
import { createSecretBox } from "../platform/crypto/crypto.ts";
import { createOrm } from "../platform/database/orm.ts";
import { integrationClient } from "../platform/http/outbound-clients.ts";
import { newId } from "../platform/ids.ts";
import { startActivityWorker } from "./support/activity-worker.ts";
import { MESSAGE, TEAM } from "./support/slack-requests.ts";
import { startSlackServer } from "./support/slack-server.ts";
import { connectSlack } from "./support/slack-set-up.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { startProductForFile } from "./support/product-for-file.ts";

let laterMs = 0;

const fails = () => Promise.reject(ApplicationFailure.nonRetryable("this step fails"));

/** What the step of a question does. */
let answering: () => Promise<unknown> = fails;

const slack = await stopAfterAll(startSlackServer());
const product = await startProductForFile({ environment: { SLACK_API_URL: slack.apiUrl } });
await connectSlack(product);
const { config, orm } = product;
const outbound = await stopAfterAll(integrationClient(config));
const deps = {
  orm,
  clock: { now: () => new Date(Date.now() + laterMs) },
  secrets: createSecretBox(config.encryptionKey),
  connection: { outbound, apiUrl: config.SLACK_API_URL },
  access: () => Promise.resolve(null),
  product: (token: string, signal: AbortSignal) => createProductClient(config.backendUrl, token, { signal }),
  publicUrl: config.publicUrl,
};
const real = createSlackActivities(deps);
const worker = await stopAfterAll(
  startActivityWorker(config, { ...real, answerInSlack: () => answering(), reviewInSlack: fails }),
);

const seal = (input: object) => sealedInput(createSecretBox(product.config.encryptionKey), input);
const person = { kind: "slack", externalId: `${TEAM}:U1`, displayName: "U1" } as const;
const review = { person, user: "U1", message: MESSAGE, evidenceId: newId(), decision: "approve", note: "" };

test("nothing is done for someone whom only the starter of a workflow names", async () => {
  await expect(real.reviewInSlack(review as never)).rejects.toThrow();
  await expect(real.apologizeInSlack(review as never)).rejects.toThrow();
  expect(slack.to("chat.postEphemeral")).toEqual([]);
});

test.each([
  [
    "answerSlack",
    "respond",
    () => ({ person, text: "status", reply: { to: "question", url: slack.responseUrl } }),
  ],
  ["reviewFromSlack", "chat.postEphemeral", () => review],
])("the user who waits for %s is notified of a permanent failure", async (workflow, method, input) => {
  const { config } = product;
  const handle = await worker.temporal.client.workflow.start(workflow, {
    workflowId: `slack-test-${newId()}`,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    args: [seal(input())],
  });
  await expect(handle.result()).rejects.toThrow();
  expect(slack.to(method).map(({ args }) => JSON.stringify(args["blocks"]))).toEqual([
    expect.stringContaining("Something went wrong on our side"),
  ]);
});

test("the user whose question an operator cancels is notified as well", async () => {
  slack.reset();
  const running = Promise.withResolvers<undefined>();
  const long = Promise.withResolvers<undefined>();
  answering = () => {
    running.resolve(undefined);
    return long.promise;
  };
  const reply = { to: "question", url: slack.responseUrl };
  const handle = await worker.temporal.client.workflow.start("answerSlack", {
    workflowId: `slack-test-${newId()}`,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    args: [seal({ person, text: "status", reply })],
  });
  await running.promise;
  await handle.cancel();
  await expect(handle.result()).rejects.toMatchObject({ cause: { name: "CancelledFailure" } });
  expect(slack.to("respond")).toHaveLength(1);
  long.resolve(undefined);
});

const HOUR = 3_600_000;

const post = (eventId: string, postNotice = real.postNotice): Promise<string> =>
  new MockActivityEnvironment().run(postNotice, eventId);

/** A report is finished, at the time of the activities' clock. */
const happens = () =>
  product.orm.em.fork().transactional(async (em) => {
    const clock = { now: () => new Date(Date.now() + laterMs) };
    const about = { subject: { id: newId() }, data: eventCatalogue["report.completed"].example };
    return recordEvent({ em, actor: null, clock, events: [] }, "report.completed", about);
  });

test("a notice is retried for a quarter of an hour, and longer unless Slack has been unreachable for long", async () => {
  const again = { nonRetryable: false, type: "SlackLater" };
  const givenUp = { nonRetryable: true, type: "SlackOutOfReach" };
  slack.behave("chat.postMessage", () => ({ status: 503 }));
  const first = await happens();
  await expect(post(first)).rejects.toMatchObject(again);
  laterMs = HOUR;
  await expect(post(first)).rejects.toMatchObject(again);
  laterMs = 3 * HOUR;
  const second = await happens();
  await expect(post(second)).rejects.toMatchObject(again);
  await expect(post(first)).rejects.toMatchObject({
    ...givenUp,
    message: expect.stringMatching(/^Slack has been unreachable since 20\d\d-.*: the notice was dropped/),
  });
  laterMs += HOUR / 3;
  await expect(post(second)).rejects.toMatchObject(givenUp);
  // Wrong settings can be corrected, so it is worth waiting.
  slack.behave("chat.postMessage", () => ({ body: { ok: false, error: "token_revoked" } }));
  await expect(post(second)).rejects.toMatchObject(again);
  slack.behave("chat.postMessage", () => ({ body: { ok: true } }));
  expect(await post(second)).toBe("posted");
});

test("a notice that waits for its turn in the channel stops waiting once it is cancelled", async () => {
  slack.reset();
  const { postNotice } = createSlackActivities(deps);
  await post(await happens(), postNotice);
  const waiting = new MockActivityEnvironment();
  const posting = waiting.run(postNotice, await happens());
  waiting.cancel();
  await expect(posting).rejects.toThrow();
  expect(slack.to("chat.postMessage")).toHaveLength(1);
});

test("a notice is posted once, even if the database cannot record that Slack works", async () => {
  const hasty = await createOrm(config, entities, "owner", { statementMs: 300, lockMs: 0 });
  const holder = new Client({ connectionString: config.DATABASE_URL });
  await holder.connect();
  const id = await happens();
  slack.reset();
  await holder.query("begin");
  await holder.query("lock table integrations in exclusive mode");
  const { postNotice } = createSlackActivities({ ...deps, orm: hasty });
  const posted = await post(id, postNotice).catch(() => "to be posted again");
  await holder.end();
  await hasty.close();
  expect([posted, slack.to("chat.postMessage")]).toEqual(["posted", [expect.anything()]]);
});
