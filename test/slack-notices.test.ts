import { describe, expect, test } from "@jest/globals";
import { eventCatalogue } from "../domain/events/event-catalogue.ts";
import type { EventData, EventKind } from "../domain/events/event-kinds.ts";
import { Event } from "../domain/events/event.entity.ts";
import { recordEvent } from "../domain/events/record-event.ts";
import { Integration } from "../domain/integrations/integration.entity.ts";
import { noticeWorkflowId } from "../domain/slack/slack-notice.rules.ts";
import { Project } from "../domain/projects/project.entity.ts";
import { systemClock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import { eventSubject } from "./support/event-subject.ts";
import { connectSlack } from "./support/slack-set-up.ts";
import { startSlackForFile } from "./support/slack-stage.ts";
import { waitFor } from "./support/wait-for.ts";

const { slack, product, temporal, calls } = await startSlackForFile();

const em = () => product.orm.em.fork();
const CHANNELS = { critical: "#alarms", reports: "#reports", general: "#general" };

const admin = await product.signIn("admin");
const create = async (name: string) =>
  (await admin.send("POST", "/api/v1/projects", { name, framework: "soc2" })).data.id;
const [projectId, demoId] = [await create("P <1>"), await create("Demo")];
await em().nativeUpdate(Project, { id: demoId }, { demo: true });

/** Records an event and returns its id. */
const happens = <K extends EventKind>(kind: K, change: object = {}, project: string | null = projectId) =>
  em().transactional(async (inner) => {
    const ctx = { em: inner, actor: null, clock: systemClock, events: [] };
    const data = { ...eventCatalogue[kind].example, ...change } as EventData<K>;
    return recordEvent(ctx, kind, { subject: eventSubject(kind, project, newId()), data });
  });

const posts = (count = 1) => calls("chat.postMessage", count);
const noticeOf = async (eventId: string) => {
  try {
    return await temporal.client.workflow.getHandle(noticeWorkflowId(eventId)).describe();
  } catch {
    return null;
  }
};
/** Waits until all recipients of the event were notified. */
const published = (eventId: string) =>
  waitFor(
    async () => (await em().findOneOrFail(Event, { id: eventId })).publishedAt ?? null,
    (at) => at !== null,
  );

test("without Slack's settings nothing is started, then or later", async () => {
  const id = await happens("report.completed");
  await published(id);
  expect(await noticeOf(id)).toBeNull();
  await connectSlack(product, { notification_channels: CHANNELS });
  await happens("milestone.missed");
  expect((await posts()).map(({ args }) => args["channel"])).toEqual(["#general"]);
  expect(await noticeOf(id)).toBeNull();
});

describe("with Slack's settings", () => {
  const finding = eventCatalogue["finding.created"].example.finding;
  const ROUTES: [EventKind, object, string, string][] = [
    [
      "finding.created",
      { finding: { ...finding, severity: "Critical", title: "A <b>" } },
      "#alarms",
      "A &lt;b&gt;",
    ],
    ["risk.level_changed", { to: "High" }, "#alarms", "to High"],
    ["evidence.quarantined", {}, "#alarms", "Eicar-Signature"],
    ["webhook.disabled", {}, "#alarms", "https://example.com/hooks"],
    ["integration.failing", { integration: { id: newId(), kind: "whatsapp" } }, "#alarms", "whatsapp"],
    ["report.completed", {}, "#reports", "auditor-package.zip"],
    ["report.failed", {}, "#reports", "auditor package"],
    ["evidence.expiring", {}, "#general", "30 days"],
    ["evidence.expired", {}, "#general", "Access review"],
    ["project.created", {}, "#general", "SOC 2, 2026"],
    ["project.status_changed", {}, "#general", "in audit"],
    ["milestone.due", {}, "#general", "2026-12-01"],
    ["milestone.missed", {}, "#general", "Readiness review"],
    ["control.due", { owner_id: null }, "#general", "2026-12-01: CC6.1"],
    ["control.overdue", { owner_id: null }, "#general", "CC6.1"],
  ];
  test.each(ROUTES)("%s goes to its channel", async (kind, change, channel, words) => {
    await happens(kind, change);
    const [call] = await posts();
    expect(call!.args).toMatchObject({ channel, unfurl_links: "false" });
    expect(JSON.stringify(call!.args["blocks"])).toContain(words);
    expect(JSON.stringify(call!.args["blocks"])).toContain("P &lt;1&gt;");
    expect(JSON.stringify(call!.args["blocks"])).toContain("|Open>");
  });

  const UNREPORTED: [string, EventKind, object][] = [
    [
      "a finding that is no more than medium",
      "finding.created",
      { finding: { ...finding, severity: "Medium" } },
    ],
    ["a risk that is no longer high", "risk.level_changed", { from: "High", to: "Medium" }],
    ["Slack itself failing", "integration.failing", {}],
    ["a control with an owner, who is notified personally", "control.due", {}],
    ["evidence that was read", "evidence.processed", {}],
    ["evidence that is gone when its turn comes", "evidence.uploaded", {}],
  ];
  test.each(UNREPORTED)("%s is not posted", async (_what, kind, change) => {
    await published(await happens(kind, change));
    await happens("report.completed");
    const posted = await posts();
    expect(posted.map(({ args }) => args["channel"])).toEqual(["#reports"]);
  });

  test("events of demo projects are not posted", async () => {
    const id = await happens("report.failed", {}, demoId);
    await published(id);
    expect(await noticeOf(id)).toBeNull();
  });

  test("an event relayed twice is posted once", async () => {
    const id = await happens("report.completed");
    await posts();
    await temporal.client.workflow.getHandle(noticeWorkflowId(id)).result();
    await em().nativeUpdate(Event, { id }, { publishedAt: null });
    await published(id);
    expect((await noticeOf(id))?.status.name).toBe("COMPLETED");
    expect(slack.to("chat.postMessage")).toHaveLength(1);
  });

  test("a channel gets one message a second, without delaying another one", async () => {
    await Promise.all([1, 2, 3].map(() => happens("report.completed")));
    await happens("milestone.missed");
    const posted = await posts(4);
    const inReports = posted.filter(({ args }) => args["channel"] === "#reports").map(({ at }) => at);
    const [first, second, third] = inReports as [number, number, number];
    // On a busy machine, each message may arrive late, and the next one then follows sooner.
    expect(second - first).toBeGreaterThan(500);
    expect(third - second).toBeGreaterThan(500);
    const other = posted.find(({ args }) => args["channel"] === "#general")!;
    expect(other.at).toBeLessThan(third);
  });

  test("Slack's Retry-After is honoured, and is not a failure", async () => {
    slack.behave("chat.postMessage", (_call, nth) =>
      nth === 1
        ? { status: 429, headers: { "retry-after": "3" }, body: { ok: false } }
        : { body: { ok: true } },
    );
    await happens("report.completed");
    const [first, second] = await posts(2);
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(2_900);
    expect(await em().findOneOrFail(Integration, { kind: "slack" })).toMatchObject({ failures: 0 });
  });

  test("an unresponsive Slack is abandoned in time and retried", async () => {
    slack.behave("chat.postMessage", (_call, nth) => (nth === 1 ? { hangs: true } : { body: { ok: true } }));
    await happens("report.completed");
    const [first, second] = await posts(2);
    expect(second!.at - first!.at).toBeLessThan(25_000);
  });

  test("a revoked token is reported as a failing integration; waiting messages are posted with a valid one", async () => {
    slack.behave("chat.postMessage", ({ token }) =>
      token === "xoxb-the-new-one" ? { body: { ok: true } } : { body: { ok: false, error: "token_revoked" } },
    );
    const id = await happens("report.completed");
    const answered = async () =>
      (await em().find(Event, { kind: "integration.failing" })).filter(
        ({ data }) => data["detail"] === "Slack returned an error: token_revoked",
      );
    expect(await waitFor(answered, (events) => events.length > 0)).toHaveLength(1);
    expect((await noticeOf(id))?.status.name).toBe("RUNNING");
    await connectSlack(product, { bot_token: "xoxb-the-new-one", notification_channels: CHANNELS });
    expect(await temporal.client.workflow.getHandle(noticeWorkflowId(id)).result()).toEqual({
      outcome: "posted",
    });
    expect(await em().findOneOrFail(Integration, { kind: "slack" })).toMatchObject({
      failures: 0,
      failingSince: null,
    });
  });

  test("a topic without its own channel goes to the default one", async () => {
    await connectSlack(product, { notification_channels: { critical: "#alarms" } });
    await happens("report.completed");
    const [call] = await posts();
    expect(call!.args).toMatchObject({ channel: "#compliance" });
  });
});
