import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { EXPIRY_REMINDER_DAYS } from "../../domain/evidence/evidence.rules.ts";
import { noticeMessage, type SlackNotice } from "../../integrations/slack/notice-message.ts";
import { plainText } from "../../integrations/slack/inbound/plain-text.ts";
import { mrkdwn } from "../../integrations/slack/mrkdwn.ts";
import { slackProblem } from "../../integrations/slack/slack-failure.ts";

const shown = (escaped: string): string =>
  escaped.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

describe("text in a Slack message", () => {
  test.each([
    ["<!channel>", "&lt;!channel&gt;"],
    ["<https://evil.example|click>", "&lt;https://evil.example|click&gt;"],
    ["R&D", "R&amp;D"],
    ["&lt;", "&amp;lt;"],
    ["", ""],
  ])("%j is written as %j", (text, written) => expect(mrkdwn(text)).toBe(written));

  test("is shown unchanged if it fits, and escaped so that it contains no link", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 100 }), (text) => {
        const written = mrkdwn(text);
        expect(shown(written)).toBe(text);
        expect(written).not.toMatch(/[<>]/);
      }),
    );
  });

  test("keeps its limit, and ends with an ellipsis only if it was cut", () => {
    const texts = fc.array(fc.constantFrom("a", "&", "<", "\u{1F512}", " "), { maxLength: 40 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 60 }), (parts, most) => {
        const text = parts.join("");
        const written = mrkdwn(text, most);
        expect(written.length).toBeLessThanOrEqual(most);
        expect(written.isWellFormed()).toBe(true);
        const isWhole = mrkdwn(text).length <= most;
        if (isWhole) expect(shown(written)).toBe(text);
        else expect(text.startsWith(shown(written.slice(0, -1)))).toBe(true);
        expect(written.endsWith("…")).toBe(!isWhole);
      }),
    );
  });
});

describe("text from Slack", () => {
  test.each([
    ["use R&amp;D", "use R&D"],
    ["is a &lt; b, and &amp;lt; an entity?", "is a < b, and &lt; an entity?"],
    ["what does <https://example.com/a?b=1&amp;c=2> say", "what does https://example.com/a?b=1&c=2 say"],
    [
      "ask <https://example.com|our site> or <mailto:a@example.com|a@example.com>",
      "ask our site or a@example.com",
    ],
    ["in <#C1|general>, <#C2|> and <#C3>", "in general, #C2 and #C3"],
    ["<!here> or <@U1|ada>", "!here or ada"],
    ["", ""],
  ])("%j means %j", (sent, written) => expect(plainText(sent)).toBe(written));

  test("is read back as it was written, whatever Slack escaped", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) =>
        expect(plainText(mrkdwn(text, Number.POSITIVE_INFINITY))).toBe(text),
      ),
    );
  });
});

describe("a notice", () => {
  const notice = (change: Partial<SlackNotice>): SlackNotice => ({
    kind: "evidence.expiring",
    topic: "general",
    data: {},
    projectName: "SOC 2",
    occurredAt: new Date("2026-03-29T00:59:59.999Z"),
    page: null,
    ...change,
  });
  const textOf = (change: Partial<SlackNotice>): string => noticeMessage(notice(change)).text;
  const evidence = { title: "Access policy" };

  test.each([
    [30, "Evidence expires in 30 days: Access policy"],
    [7, "Evidence expires in 7 days: Access policy"],
    [1, "Evidence expires in 1 day: Access policy"],
  ])("%d days before an expiry reads: %s", (days, text) => {
    expect(EXPIRY_REMINDER_DAYS).toContain(days);
    expect(textOf({ data: { days_left: days, evidence } })).toBe(text);
  });

  test("a day before a milestone names the day", () => {
    const milestone = { name: "Audit", due_date: "2026-03-30T00:00:00.000Z" };
    expect(textOf({ kind: "milestone.due", data: { days_left: 1, milestone } })).toBe(
      "Milestone due in 1 day, on 2026-03-30: Audit",
    );
    expect(textOf({ kind: "milestone.due", data: { days_left: 7, milestone } })).toBe(
      "Milestone due in 7 days, on 2026-03-30: Audit",
    );
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["finding.created", { finding: { severity: "High", title: "<a>" } }, "High finding: &lt;a&gt;"],
    ["risk.level_changed", { from: "Low", to: "High" }, "The risk changed from Low to High"],
    [
      "project.status_changed",
      { from: "active", to: "in_audit" },
      "The project's status changed from active to in audit",
    ],
    [
      "report.failed",
      { report: { kind: "summary_pdf", reason: "No space" } },
      "A report (summary pdf) could not be built: No space",
    ],
    ["something.new", {}, "something.new"],
    ["finding.created", {}, "finding:"],
    ["finding.created", { finding: { severity: {}, title: [] } }, "finding:"],
  ])("of %s %j reads: %s", (kind, data, text) => expect(textOf({ kind, data })).toBe(text));

  test("shows its project and time, and marks critical ones", () => {
    const written = JSON.stringify(noticeMessage(notice({ topic: "critical", projectName: "R&D <b>" })));
    expect(written).toContain("R&amp;D &lt;b&gt;, 2026-03-29 00:59 UTC");
    expect(written).toContain(":rotating_light:");
    const plain = JSON.stringify(noticeMessage(notice({ projectName: null })));
    expect(plain).toContain('"2026-03-29 00:59 UTC"');
    expect(plain).not.toContain(":rotating_light:");
  });

  test("links to the page about it", () => {
    const written = JSON.stringify(noticeMessage(notice({ page: "https://c.example.com/evidence/e" })));
    expect(written).toContain("UTC · <https://c.example.com/evidence/e|Open>");
  });
});

describe("an error of Slack", () => {
  test.each([
    ["invalid_auth", "bad_credentials"],
    ["token_revoked", "bad_credentials"],
    ["missing_scope", "missing_permission"],
    ["not_in_channel", "missing_permission"],
    ["channel_not_found", "wrong_address"],
    ["ratelimited", "rate_limited"],
    ["fatal_error", "unexpected_answer"],
    ["", "unexpected_answer"],
    ["constructor", "unexpected_answer"],
    ["__proto__", "unexpected_answer"],
  ])("%s means %s", (error, problem) => expect(slackProblem(error)).toBe(problem));
});
