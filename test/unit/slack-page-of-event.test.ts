import { expect, test } from "@jest/globals";
import { pageOfEvent } from "../../integrations/slack/page-of-event.ts";

test.each([
  ["finding.created", "p", "/projects/p/findings?finding=s"],
  ["control.overdue", "p", "/projects/p/controls?control=s"],
  ["evidence.expiring", "p", "/evidence/s"],
  ["report.completed", "p", "/projects/p/reports"],
  ["risk.level_changed", "p", "/projects/p"],
  ["webhook.disabled", null, "/settings/webhooks/s"],
  ["integration.failing", null, "/settings/integrations"],
])("a notice of %s leads to its page", (kind, projectId, path) =>
  expect(pageOfEvent({ kind, subjectId: "s", projectId }, "https://c.example.com")).toBe(
    `https://c.example.com${path}`,
  ),
);

test("a notice about nothing in particular leads nowhere", () =>
  expect(pageOfEvent({ kind: "ping", subjectId: "s", projectId: null }, "")).toBeNull());
