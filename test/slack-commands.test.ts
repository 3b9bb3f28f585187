import { beforeAll, describe, expect, test } from "@jest/globals";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { Conversation } from "../domain/assistant/conversation.entity.ts";
import { Integration } from "../domain/integrations/integration.entity.ts";
import { newId } from "../platform/ids.ts";
import { createBrowser } from "./support/browser.ts";
import { PASSWORD } from "./support/people.ts";
import { createSlackRequests } from "./support/slack-requests.ts";
import { connectSlack, linkInSlack } from "./support/slack-set-up.ts";
import type { SlackCall } from "./support/slack-server.ts";
import { startSlackForFile } from "./support/slack-stage.ts";
import { untilIngested } from "./support/until-ingested.ts";
import { waitFor } from "./support/wait-for.ts";

const { slack, product, temporal, calls } = await startSlackForFile({ parts: ["worker", "retrieval"] });

const customer = await product.signIn("customer");
const requests = createSlackRequests(product.config.backendUrl, slack.responseUrl);
await connectSlack(product);

const textOf = ({ args }: SlackCall): string => JSON.stringify(args["blocks"]);

/** The whole reply to a command as text. */
async function ask(text: string, user: string): Promise<string> {
  slack.reset();
  expect((await requests.command(text, user)).status).toBe(200);
  const [call] = await calls("respond");
  expect(call!.args).toMatchObject({ response_type: "ephemeral", replace_original: false });
  return textOf(call!);
}

describe("an unlinked user", () => {
  test("gets only a link, and after linking the answer", async () => {
    const refused = await ask("projects", "U-NEW");
    expect(refused).toContain("Your Slack account is not linked");
    const url = /<(http[^|]+\/link\?token=[^|]+)\|/.exec(refused)![1]!;
    const browser = createBrowser();
    const form = await browser.open(url);
    const confirm = await browser.press(form, {
      action: "sign-in",
      email: customer.email,
      password: PASSWORD,
    });
    expect(confirm.html).toContain("name-of-U-NEW");
    await browser.press(confirm, { action: "allow" });
    expect(await ask("projects", "U-NEW")).toContain("You have no projects");
    const { data } = await customer.get("/api/v1/linked-accounts");
    expect(data.linked_accounts).toMatchObject([{ kind: "slack", display_name: "name-of-U-NEW" }]);
  });
});

describe("a linked user", () => {
  const NAME = "Project <!channel> & *co*";

  beforeAll(async () => {
    await linkInSlack(product, customer, "U1");
    const project = { name: NAME, framework: "soc2" };
    const projectId = (await customer.send("POST", "/api/v1/projects", project)).data.id;
    const bytes = await makePdf({ pages: [["Nothing."], ["Badges are returned when somebody leaves."]] });
    const file = { name: "leavers.pdf", bytes };
    const fields = { project_id: projectId, control_id: "CC6.1", title: "Leavers" };
    const evidenceId = (await customer.upload(file, fields)).data.id;
    const finding = { project_id: projectId, title: "Open <port>", severity: "Low", integration: "scanner" };
    const { data: raised } = await customer.send("POST", "/api/findings", finding);
    const begun = { status: "in-progress" };
    expect((await customer.send("PATCH", `/api/findings/${raised.id}`, begun)).status).toBe(200);
    await untilIngested(customer, evidenceId, 90_000);
  });

  const SAFE = "Project &lt;!channel&gt; &amp; *co*";
  test.each([
    ["status", [SAFE, "SOC 2, active. Score", "Controls", "Risk", "from 1 open finding"]],
    ["score", [SAFE, "%"]],
    ["gaps", [SAFE, "Worst first"]],
    ["findings", ["1 open finding", "Open &lt;port&gt;", "Low"]],
    ["help", ["What you can ask", "search &lt;words&gt;"]],
    ["", ["What you can ask"]],
    ["What is our score?", [SAFE, "0.8 of 100"]],
    ["When are badges returned?", ["Badges are returned", "Leavers, page 2"]],
    ["Which colour has the moon of Jupiter?", ["Not found in the evidence"]],
    ["search returned badges", ["Leavers, page 2", "Badges are returned", "?passage="]],
    ["search", ["What should I look for?"]],
    ["use nowhere", ["You have no project called"]],
    // As Slack sends `use project <!channel> &`.
    ["use project &lt;!channel&gt; &amp;", [`Selected: ${SAFE}`]],
  ])(
    "%s is answered as the user",
    async (text, expected) => {
      const answer = await ask(text, "U1");
      for (const part of expected) expect(answer).toContain(part);
      expect(answer).not.toContain("<!channel>");
    },
    60_000,
  );

  test("reads answers in the language they have saved", async () => {
    const path = `/api/v1/users/${customer.id}`;
    await customer.send("PUT", path, { preferences: { language: "de" } });
    const answer = await ask("Lücken", "U1");
    await customer.send("PUT", path, { preferences: { language: "en" } });
    expect(answer).toContain("Das Wichtigste zuerst");
    expect(answer).not.toContain("Worst first");
  });

  test("gets the answer to a message in the conversation, and to a mention privately", async () => {
    const base = { user: "U1", text: "status", ts: "1.1" };
    await requests.event({ ...base, type: "message", channel_type: "im", channel: "D1" }, `Ev${newId()}`);
    await requests.event({ ...base, type: "app_mention", channel: "C1" }, `Ev${newId()}`);
    const [inside] = await waitFor(
      async () => slack.to("chat.postMessage").filter(({ args }) => args["channel"] === "D1"),
      (calls) => calls.length > 0,
    );
    expect(textOf(inside!)).toContain(SAFE);
    const [alone] = await waitFor(
      async () => slack.to("chat.postEphemeral"),
      (calls) => calls.length > 0,
    );
    expect(alone!.args).toMatchObject({ channel: "C1", user: "U1" });
    expect(alone!.token).toBe("xoxb-of-the-test");
  });

  test("is not taken for someone of another workspace who has the same id in a shared channel", async () => {
    const mention = { user: "U1", text: "status", ts: "1.1", user_team: "T2", source_team: "T2" };
    await requests.event({ ...mention, type: "app_mention", channel: "C2" }, `Ev${newId()}`);
    const [alone] = await waitFor(
      async () => slack.to("chat.postEphemeral").filter(({ args }) => args["channel"] === "C2"),
      (calls) => calls.length > 0,
    );
    expect(textOf(alone!)).toContain("not linked");
    expect(textOf(alone!)).not.toContain(SAFE);
  });

  test("gets an answer that Slack did not accept again", async () => {
    slack.behave("respond", (_call, nth) => (nth === 1 ? { status: 500 } : {}));
    await requests.command("help", "U1");
    expect(await calls("respond", 2)).toHaveLength(2);
  });

  test("gets the same answer again, and the assistant is asked once", async () => {
    const turns = () => product.orm.em.fork().count(Conversation, { owner: customer.id });
    const before = await turns();
    slack.behave("respond", (_call, nth) => (nth < 3 ? { status: 500 } : {}));
    await requests.command("When are badges returned?", "U1");
    const [first, , third] = await calls("respond", 3);
    expect(third!.args).toEqual(first!.args);
    expect((await turns()) - before).toBe(1);
  });

  test("gets no answer that is too late, which does not count as a failure", async () => {
    const trigger = `${Date.now()}.late`;
    slack.behave("respond", () => ({ status: 404 }));
    await requests.command("help", "U1", { trigger_id: trigger });
    const handle = temporal.client.workflow.getHandle(`slack-command-${trigger}`);
    expect(await handle.result()).toEqual({ outcome: "answered" });
    expect(slack.to("respond")).toHaveLength(1);
    const { failures } = await product.orm.em.fork().findOneOrFail(Integration, { kind: "slack" });
    expect(failures).toBe(0);
  });

  test("is unknown once deactivated", async () => {
    const leaver = await product.signIn("customer");
    await linkInSlack(product, leaver, "U-LEAVER");
    expect(await ask("projects", "U-LEAVER")).toContain("You have no projects");
    const admin = await product.signIn("admin");
    expect((await admin.send("DELETE", `/api/v1/users/${leaver.id}`)).status).toBe(200);
    expect(await ask("projects", "U-LEAVER")).toContain("Your Slack account is not linked");
  });
});
