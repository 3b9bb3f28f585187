import { expect, test } from "@jest/globals";
import { testSlack } from "../../integrations/slack/test-slack.ts";

const answered = (body: object) =>
  testSlack({ fetch: async () => Response.json({ ok: true, ...body }) }, "https://slack.example/api/", {
    bot_token: "xoxb-1",
  } as never);

test.each([
  [{ user: "bot", team: "Company" }, "bot in Company"],
  [{ team: "Company" }, "Company"],
  [{}, "Slack accepts the token"],
])("a successful test of Slack names what Slack names: %j", async (body, detail) => {
  expect(await answered(body)).toEqual({ ok: true, detail });
});
