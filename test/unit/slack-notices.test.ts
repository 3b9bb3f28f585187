import { expect, test } from "@jest/globals";
import { isOutOfReach } from "../../domain/slack/slack-notice.rules.ts";
import type { IntegrationProblem } from "../../domain/integrations/integration.rules.ts";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);

test.each<[string, IntegrationProblem, number | null, number, boolean]>([
  ["unreachable for long", "unreachable", 121, 60, true],
  ["not understood for long", "unexpected_answer", 121, 60, true],
  ["unreachable for two hours", "unreachable", 120, 60, false],
  ["unreachable for the first time", "unreachable", null, 60, false],
  ["wrongly configured for long", "bad_credentials", 1_000, 60, false],
  ["unreachable for long, and the notice is new", "unreachable", 1_000, 14, false],
  ["unreachable for long, and the notice is 15 minutes old", "unreachable", 1_000, 15, true],
])("a notice is dropped if Slack is %s: %s", (_what, problem, failing, noticed, isDropped) => {
  const failingSince = failing === null ? null : ago(failing);
  expect(isOutOfReach({ problem, failingSince }, { noticeOf: ago(noticed), now: NOW })).toBe(isDropped);
});
