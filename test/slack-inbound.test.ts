import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { Event } from "../domain/events/event.entity.ts";
import { noticeWorkflowId } from "../domain/slack/slack-notice.rules.ts";
import { WaitingSlackNotice } from "../domain/slack/waiting-slack-notice.entity.ts";
import { systemClock } from "../platform/clock.ts";
import { createLogger } from "../platform/logger.ts";
import { createTemporalClient } from "../platform/temporal/temporal.ts";
import { relayEventsOnce } from "../workers/event-relay.ts";
import { createSlackNotices } from "../workers/slack/slack-notices.ts";
import { slackTaskQueue } from "../runtime/slack/slack-task-queue.ts";
import { openLink } from "../dev/stack/link.ts";
import { SLACK_SECRET, createSlackRequests } from "./support/slack-requests.ts";
import { startSlackServer } from "./support/slack-server.ts";
import { waitFor } from "./support/wait-for.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const SETTINGS = {
  bot_token: "xoxb-of-the-test",
  signing_secret: SLACK_SECRET,
  default_channel: "#compliance",
};
const PATH = "/api/v1/integrations/slack";
const WAIT_MS = 30_000;

const slack = await stopAfterAll(startSlackServer());
const link = await stopAfterAll(openLink(process.env["TEMPORAL_ADDRESS"] ?? "127.0.0.1:7233"));
const environment = { SLACK_API_URL: slack.apiUrl, TEMPORAL_ADDRESS: link.address };
const product = await startProductForFile({ environment });
const admin = await product.signIn("admin");
const requests = createSlackRequests(product.config.backendUrl, slack.responseUrl);
const temporal = await stopAfterAll(createTemporalClient(product.config));
beforeEach(() => slack.reset());

const statusOf = async (sent: Promise<Response>): Promise<number> => (await sent).status;
const challenge = () =>
  requests.send(JSON.stringify({ type: "url_verification", challenge: "c1" }), "application/json");

/** Configures Slack and waits until requests use it. */
async function configure(settings: object, status = 200): Promise<void> {
  expect((await admin.send("PUT", PATH, settings)).status).toBe(200);
  await waitFor(
    () => statusOf(challenge()),
    (now) => now === status,
    WAIT_MS,
  );
}

const run = async (workflowId: string) => {
  try {
    return await temporal.client.workflow.getHandle(workflowId).describe();
  } catch {
    return null;
  }
};

test("without Slack's settings, requests answer 404 in the envelope", async () => {
  const answer = await requests.command("status", "U1");
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ success: false, error: { code: "NOT_FOUND" } });
});

describe("with Slack's settings", () => {
  beforeAll(() => configure(SETTINGS), 40_000);

  test("the URL is verified", async () => {
    expect(await (await challenge()).json()).toEqual({ challenge: "c1" });
  });

  const now = Math.floor(Date.now() / 1_000);
  const REFUSED: [string, () => Promise<Response>][] = [
    ["another secret", () => requests.command("status", "U1", {}, { secret: "not-the-secret" })],
    ["an old signature", () => requests.command("status", "U1", {}, { timestamp: now - 301 })],
    [
      "a signature of something else",
      () => requests.command("status", "U1", {}, { headers: { "x-slack-signature": "v0=00" } }),
    ],
    [
      "another version",
      () => requests.command("status", "U1", {}, { headers: { "x-slack-signature": "v1=00" } }),
    ],
    [
      "a time that is none",
      () => requests.command("status", "U1", {}, { headers: { "x-slack-request-timestamp": "x" } }),
    ],
    [
      "no signature",
      () => fetch(`${product.config.backendUrl}/webhooks/slack/events`, { method: "POST", body: "{}" }),
    ],
  ];
  test.each(REFUSED)("%s is refused with 401 in the envelope", async (_what, send) => {
    const answer = await send();
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ success: false, error: { code: "UNAUTHORIZED" } });
  });

  test("a signed body that is too large is refused with 413, an unreadable one with 400", async () => {
    expect((await requests.send("x".repeat(1_100_000), "application/json")).status).toBe(413);
    expect((await requests.send("not JSON", "application/json")).status).toBe(400);
  });

  test("a command is started once, however often Slack sends it", async () => {
    const trigger = `${Date.now()}.once`;
    const ask = (more: Record<string, string> = {}) =>
      requests.command("status", "U1", { trigger_id: trigger }, { headers: more });
    expect(await statusOf(ask())).toBe(200);
    const first = await run(`slack-command-${trigger}`);
    expect(first).toMatchObject({
      type: "answerSlack",
      taskQueue: slackTaskQueue(product.config.TEMPORAL_TASK_QUEUE),
    });
    expect(await statusOf(ask({ "x-slack-retry-num": "1", "x-slack-retry-reason": "http_timeout" }))).toBe(
      200,
    );
    expect((await run(`slack-command-${trigger}`))?.runId).toBe(first!.runId);
  });

  test("messages to the app and mentions are handled; its own messages and edits are not", async () => {
    const message = {
      type: "message",
      channel: "D1",
      channel_type: "im",
      user: "U1",
      text: "status",
      ts: "1.1",
    };
    const cases: [object, boolean][] = [
      [message, true],
      [{ type: "app_mention", channel: "C1", user: "U1", text: "<@UBOT> status", ts: "1.1" }, true],
      [{ ...message, bot_id: "B1" }, false],
      [{ ...message, subtype: "message_changed" }, false],
      [{ ...message, channel_type: "channel" }, false],
    ];
    for (const [index, [event, isStarted]] of cases.entries()) {
      const id = `Ev${Date.now()}${index}`;
      expect(await statusOf(requests.event(event, id))).toBe(200);
      expect((await run(`slack-event-${id}`)) !== null).toBe(isStarted);
    }
  });

  test("an unlinked user's click on Reject opens nothing", async () => {
    expect(await statusOf(requests.click("evidence_reject", "e1", "U-unknown"))).toBe(200);
    expect(slack.to("views.open")).toEqual([]);
  });

  test("the reason for a rejection must not be blank", async () => {
    const about = { evidenceId: "e1", channel: "C1", ts: "1.1" };
    const view = {
      id: "V1",
      callback_id: "evidence_reject_reason",
      private_metadata: JSON.stringify(about),
      state: { values: { reason: { text: { type: "plain_text_input", value: "  " } } } },
    };
    const answer = await requests.submit(view, "U1");
    expect(await answer.json()).toEqual({
      response_action: "errors",
      errors: { reason: "Give the reason" },
    });
  });

  test("an event is published without Temporal, and sent to Slack once Temporal is back", async () => {
    const { id } = (await admin.send("POST", "/api/v1/projects", { name: "P", framework: "soc2" })).data as {
      id: string;
    };
    const em = () => product.orm.em.fork();
    const event = await em().findOneOrFail(Event, { kind: "project.created", subjectId: id });
    const { orm, config } = product;
    const relay = { orm, clock: systemClock, logger: createLogger("test", "silent") };
    const taskQueue = config.TEMPORAL_TASK_QUEUE;
    const notices = createSlackNotices({ ...relay, temporal: temporal.client, taskQueue });
    link.set("cut");
    await expect(relayEventsOnce(relay, [notices])).rejects.toThrow();
    expect((await em().findOneOrFail(Event, event.id)).publishedAt).not.toBeNull();
    expect(await em().count(WaitingSlackNotice, { event: event.id })).toBe(1);
    link.set("open");
    await waitFor(
      // Temporal's client needs a moment to connect again.
      () => relayEventsOnce(relay, [notices]).catch(() => null),
      (published) => published !== null,
      WAIT_MS,
    );
    expect(await em().count(WaitingSlackNotice, {})).toBe(0);
    expect((await run(noticeWorkflowId(event.id)))?.type).toBe("notifySlack");
    await temporal.client.workflow.getHandle(noticeWorkflowId(event.id)).terminate("the test is over");
  });

  test("changed and removed settings take effect within a second", async () => {
    await configure({ signing_secret: "another-secret" }, 401);
    expect(await statusOf(requests.command("help", "U1", {}, { secret: "another-secret" }))).toBe(200);
    await configure({ signing_secret: SLACK_SECRET });
    expect((await admin.send("DELETE", PATH)).status).toBe(200);
    await waitFor(
      () => statusOf(challenge()),
      (status) => status === 404,
      WAIT_MS,
    );
    await configure(SETTINGS);
  });
});

// Not the last test: Temporal's client keeps retrying for some seconds, even after it was closed.
test("a failed hand-over answers with an error within the three seconds that Slack waits", async () => {
  link.set("cut");
  const began = Date.now();
  expect((await requests.command("status", "U1")).status).toBe(500);
  expect(
    (
      await requests.event(
        { type: "app_mention", channel: "C1", user: "U1", text: "" },
        `Ev${Date.now()}away`,
      )
    ).status,
  ).toBe(500);
  expect((await requests.click("evidence_approve", "e1", "U1")).status).toBe(500);
  expect(Date.now() - began).toBeLessThan(3 * 3_000);
  link.set("open");
  await waitFor(
    () => statusOf(requests.command("status", "U1")),
    (status) => status === 200,
    WAIT_MS,
  );
});

describe("in Socket Mode", () => {
  const openSocket = () =>
    waitFor(
      async () => slack.sockets.findLast((socket) => socket.isOpen()),
      (socket) => socket !== undefined,
      WAIT_MS,
    );

  test("commands arrive on the socket, which opens with the app token and again after Slack closes it", async () => {
    await configure({ ...SETTINGS, app_token: "xapp-of-the-test" });
    const socket = (await openSocket())!;
    await configure({ default_channel: "#elsewhere" });
    expect(slack.to("apps.connections.open").at(-1)?.token).toBe("xapp-of-the-test");
    const trigger = `${Date.now()}.socket`;
    const payload = {
      command: "/compliance",
      text: "help",
      team_id: "T1",
      user_id: "U1",
      user_name: "kim",
      trigger_id: trigger,
      response_url: slack.responseUrl,
    };
    socket.send({ type: "slash_commands", envelope_id: "E1", payload, accepts_response_payload: true });
    await waitFor(
      async () => socket.received,
      (all) => all.some((message) => message["envelope_id"] === "E1"),
      WAIT_MS,
    );
    expect((await run(`slack-command-${trigger}`))?.type).toBe("answerSlack");
    socket.send({ type: "disconnect", reason: "refresh_requested" });
    await waitFor(
      async () => socket.isOpen(),
      (isOpen) => !isOpen,
      WAIT_MS,
    );
    expect(await openSocket()).not.toBe(socket);
  });

  test("the socket reopens after Slack was unreachable, and closes when the token is removed", async () => {
    slack.behave("apps.connections.open", (_call, nth) =>
      nth < 3
        ? { status: 500, body: {} }
        : { body: { ok: true, url: `${slack.apiUrl.replace("http", "ws")}x` } },
    );
    const before = slack.sockets.length;
    for (const socket of slack.sockets) socket.cut();
    await waitFor(
      async () => slack.sockets.length,
      (count) => count > before,
      WAIT_MS,
    );
    const socket = (await openSocket())!;
    await configure({ app_token: null });
    await waitFor(
      async () => socket.isOpen(),
      (isOpen) => !isOpen,
      WAIT_MS,
    );
  });
});
