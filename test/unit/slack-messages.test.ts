import { describe, expect, test } from "@jest/globals";
import { createChannelTurns } from "../../activities/slack/channel-turns.ts";
import { noticeOf } from "../../domain/events/events-in-use.ts";
import "../../domain/features.ts";
import { channelFor } from "../../domain/slack/slack-notice.rules.ts";
import { answer } from "../../integrations/chat/chat-answer.ts";
import { toMessage, type SlackMessage } from "../../integrations/slack/slack-message.ts";
import { de } from "../../domain/texts/de.ts";
import { en } from "../../domain/texts/en.ts";
import { mrkdwn } from "../../integrations/slack/mrkdwn.ts";
import { noticeMessage } from "../../integrations/slack/notice-message.ts";
import { askForReview, reviewedMessage } from "../../integrations/slack/review-message.ts";

/** Grows when it is escaped. */
const WILD = "<!channel> & ".repeat(1_000);

const textsOf = ({ blocks }: SlackMessage): string[] =>
  [...JSON.stringify(blocks).matchAll(/"type":"mrkdwn","text":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text]) => JSON.parse(text!) as string,
  );

const subject = {
  evidenceId: "e1",
  title: WILD,
  fileName: WILD,
  projectName: WILD,
  pageUrl: "https://compliance.example.com/evidence/e1",
};
const outcome = { decision: "reject", by: "<@U1>", at: new Date(0), note: WILD } as const;
const items = Array.from({ length: 80 }, () => ({
  title: WILD,
  text: WILD,
  url: `https://example.com/${"a".repeat(300)}?b&c`,
}));

describe("messages to Slack", () => {
  const MESSAGES: [string, SlackMessage][] = [
    ["an answer", toMessage(answer(WILD, { text: WILD, items, hint: WILD }), en)],
    ["a question for a review", askForReview(subject)],
    ["a review", reviewedMessage(subject, outcome)],
    [
      "a notice",
      noticeMessage({
        kind: "project.created",
        topic: "critical",
        data: { project: { name: WILD } },
        projectName: WILD,
        occurredAt: new Date(0),
        page: null,
      }),
    ],
  ];
  test.each(MESSAGES)("%s is valid Block Kit and mentions no one, whatever users wrote", (_what, message) => {
    expect(message.blocks.length).toBeLessThanOrEqual(50);
    const texts = textsOf(message);
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) {
      expect(text.length).toBeLessThanOrEqual(3_000);
      expect(text).not.toContain("<!channel>");
      expect(text).not.toMatch(/&(?!(amp|lt|gt);)/);
    }
    expect(message.text).not.toContain("<!channel>");
  });

  test("names and titles cannot begin a line of their own", () => {
    const forged = "Policy\n*Approved* by the auditor\u2028\u202etxet";
    const about = { ...subject, title: forged, fileName: forged, projectName: forged };
    const data = { project: { name: forged } };
    const notice = {
      kind: "project.created",
      topic: "general",
      data,
      occurredAt: new Date(0),
      page: null,
    } as const;
    const messages = [
      askForReview(about),
      reviewedMessage(about, { ...outcome, note: "" }),
      noticeMessage({ ...notice, projectName: forged }),
      toMessage(answer(forged, { items: [{ title: forged, text: "" }] }), en),
    ];
    for (const message of messages)
      for (const text of [...textsOf(message), message.text]) {
        expect(text).not.toMatch(/\n\*Approved\* by the auditor|[\u2028\u202e]/);
        expect(text.split("\n").length).toBeLessThanOrEqual(2);
      }
  });

  test("an answer reports how much it omits", () => {
    expect(JSON.stringify(toMessage(answer("T", { items }), en))).toContain("and 33 more");
    expect(JSON.stringify(toMessage(answer("T", { items }), de))).toContain("und 33 weitere");
  });
});

test("text is cut between characters, never inside one", () => {
  expect(mrkdwn("a&b", 100)).toBe("a&amp;b");
  expect(mrkdwn("abcdef", 4)).toBe("abc…");
  expect(mrkdwn("a&&&&", 8)).toBe("a&amp;…");
  expect(mrkdwn("a\u{1F600}\u{1F600}", 4)).toBe("a\u{1F600}…");
});

describe("notices", () => {
  test.each([
    ["finding.created", { finding: { severity: "Critical" } }, "critical"],
    ["finding.created", { finding: { severity: "High" } }, "critical"],
    ["finding.created", { finding: { severity: "Low" } }, null],
    ["risk.level_changed", { to: "Medium" }, null],
    ["integration.failing", { integration: { kind: "n8n" } }, "critical"],
    ["integration.failing", { integration: { kind: "slack" } }, null],
    ["report.failed", { report: { requested_by: "u" } }, "reports"],
    ["user.created", {}, null],
    ["toString", {}, null],
  ])("%s %j belongs to %s", (kind, data, topic) => {
    const notice = noticeOf({ kind, data });
    expect(notice?.inChannels === true ? notice.topic : null).toBe(topic);
  });

  test("go to the topic's channel, or to the default one", () => {
    const settings = { default_channel: "#all", notification_channels: { reports: "#reports" } };
    expect(channelFor(settings, "reports")).toBe("#reports");
    expect(channelFor(settings, "critical")).toBe("#all");
    expect(channelFor({ default_channel: "#all" }, "reports")).toBe("#all");
  });
});

test("turns of a channel are a second apart; a distant one is not reserved", () => {
  const turnOf = createChannelTurns(2_000);
  expect([turnOf("a", 0), turnOf("a", 0), turnOf("a", 0), turnOf("a", 0), turnOf("a", 0)]).toEqual([
    0, 1_000, 2_000, 3_000, 3_000,
  ]);
  expect(turnOf("b", 0)).toBe(0);
  expect(turnOf("a", 10_000)).toBe(0);
});
