import { describe, expect, test } from "@jest/globals";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { auditEntriesOf } from "./support/audit-entries.ts";
import { MESSAGE, createSlackRequests } from "./support/slack-requests.ts";
import type { SlackCall } from "./support/slack-server.ts";
import { connectSlack, linkInSlack } from "./support/slack-set-up.ts";
import { startSlackForFile } from "./support/slack-stage.ts";
import { waitFor } from "./support/wait-for.ts";
import { newProject } from "./support/new-project.ts";

const { slack, product, temporal, calls } = await startSlackForFile();

const requests = createSlackRequests(product.config.backendUrl, slack.responseUrl);
const admin = await product.signIn("admin");
const customer = await product.signIn("customer");
const auditor = await product.signIn("auditor");
const named = { name: "P & <Q>", customer_id: customer.id, auditor_id: auditor.id };
const projectId = await newProject(admin, named);
const pdf = await makePdf({ pages: [["Access reviews take place every quarter."]] });
await connectSlack(product, { notification_channels: { general: "#general" } });
await linkInSlack(product, auditor, "U-AUDITOR");
await linkInSlack(product, admin, "U-ADMIN");
await linkInSlack(product, customer, "U-CUSTOMER");
await linkInSlack(product, await product.signIn("auditor"), "U-FOREIGN");

async function upload(by = customer): Promise<string> {
  const fields = { project_id: projectId, control_id: "CC6.1", title: "Leavers" };
  const { status, data } = await by.upload({ name: "leavers.pdf", bytes: pdf }, fields);
  expect(status).toBe(201);
  return data.id;
}

const blocksOf = ({ args }: SlackCall): string => JSON.stringify(args["blocks"]);
const evidence = async (id: string) =>
  (await admin.get(`/api/v1/evidence/${id}`)).data as Record<string, unknown>;
const approve = (id: string, user: string) => requests.click("evidence_approve", id, user);

/** Resolves when the workflow behind a click on Approve has ended. */
const finished = (id: string, user: string): Promise<unknown> =>
  temporal.client.workflow
    .getHandle(`slack-review-${MESSAGE.channel}-${MESSAGE.ts}-${id}-${user}-approve`)
    .result();

/** Opens the reason dialog and submits a reason. */
async function reject(id: string, user: string, reason: string): Promise<void> {
  expect((await requests.click("evidence_reject", id, user)).status).toBe(200);
  const [opened] = await calls("views.open");
  const view = opened!.args["view"] as { private_metadata: string; callback_id: string };
  const state = { values: { reason: { text: { type: "plain_text_input", value: reason } } } };
  expect((await requests.submit({ ...view, id: "V1", state }, user)).status).toBe(200);
}

test("new evidence is posted once with two buttons, and people's text is escaped", async () => {
  const id = await upload();
  const [shown] = await waitFor(
    async () => slack.to("chat.postMessage").filter((call) => blocksOf(call).includes(id)),
    (all) => all.length > 0,
  );
  expect(shown!.args).toMatchObject({ channel: "#general", unfurl_links: "false" });
  expect(blocksOf(shown!)).toContain("P &amp; &lt;Q&gt;");
  expect(blocksOf(shown!)).toContain(`${product.config.publicUrl}/evidence/${id}|`);
  const [, actions] = shown!.args["blocks"] as { elements: { action_id: string; value: string }[] }[];
  expect(actions!.elements.map(({ action_id: action, value }) => [action, value])).toEqual([
    ["evidence_approve", id],
    ["evidence_reject", id],
  ]);
});

describe("a decision", () => {
  test("to approve is made as the linked user, replaces the buttons, and the audit log names both", async () => {
    const id = await upload();
    expect((await approve(id, "U-AUDITOR")).status).toBe(200);
    const [updated] = await calls("chat.update");
    expect(updated!.args).toMatchObject(MESSAGE);
    const blocks = blocksOf(updated!);
    expect(blocks).toMatch(/\*Approved\* by <@U-AUDITOR>, <!date\^\d+/);
    expect(blocks).not.toContain("evidence_approve");
    expect(await evidence(id)).toMatchObject({ status: "approved", reviewed_by: auditor.id });
    const [entry] = await auditEntriesOf(product, admin, { action: "evidence.approved", subject_id: id });
    expect(entry).toMatchObject({ actor_id: auditor.id, credential: "slack:T1:U-AUDITOR" });
    expect(slack.to("chat.postEphemeral")).toEqual([]);
  });

  test("to reject asks for the reason, which is shown", async () => {
    const id = await upload();
    await reject(id, "U-AUDITOR", " No date on <page 1> ");
    const [updated] = await calls("chat.update");
    expect(updated!.args).toMatchObject(MESSAGE);
    expect(blocksOf(updated!)).toMatch(/\*Rejected\* by <@U-AUDITOR>/);
    expect(blocksOf(updated!)).toContain("No date on &lt;page 1&gt;");
    expect(await evidence(id)).toMatchObject({ status: "rejected", review_note: "No date on <page 1>" });
  });

  test("clicked twice, and repeated by Slack, is made once without a refusal", async () => {
    const id = await upload();
    const clicks = await Promise.all([approve(id, "U-AUDITOR"), approve(id, "U-AUDITOR")]);
    expect(clicks.map(({ status }) => status)).toEqual([200, 200]);
    await finished(id, "U-AUDITOR");
    const before = slack.to("chat.update").length;
    const retry = { "x-slack-retry-num": "1", "x-slack-retry-reason": "http_timeout" };
    await requests.click("evidence_approve", id, "U-AUDITOR", {}, { headers: retry });
    const updates = await calls("chat.update", before + 1);
    expect(new Set(updates.map(blocksOf)).size).toBe(1);
    expect(slack.to("chat.postEphemeral")).toEqual([]);
    const entries = await auditEntriesOf(product, admin, { action: "evidence.approved", subject_id: id });
    expect(entries).toHaveLength(1);
  });

  test("made while Slack was unavailable is shown later", async () => {
    const id = await upload();
    slack.behave("chat.update", (_call, nth) =>
      nth === 1 ? { status: 503, body: {} } : { body: { ok: true } },
    );
    await approve(id, "U-AUDITOR");
    const [, second] = await calls("chat.update", 2);
    expect(blocksOf(second!)).toMatch(/\*Approved\* by <@U-AUDITOR>/);
    expect(slack.to("chat.postEphemeral")).toEqual([]);
  });

  test("of someone else in the meantime is shown, and reported to the user who clicked", async () => {
    const id = await upload();
    await auditor.send("POST", `/api/v1/evidence/${id}/review`, { decision: "reject", note: "Too old" });
    await approve(id, "U-ADMIN");
    const [answered] = await calls("chat.postEphemeral");
    expect(blocksOf(answered!)).toContain("Only pending evidence can be reviewed");
    const [updated] = slack.to("chat.update");
    expect(blocksOf(updated!)).toMatch(/\*Rejected\* by someone else/);
    expect(blocksOf(updated!)).toContain("Too old");
  });

  test("on a deleted message is made anyway", async () => {
    const id = await upload();
    slack.behave("chat.update", () => ({ body: { ok: false, error: "message_not_found" } }));
    await approve(id, "U-AUDITOR");
    await calls("chat.update");
    expect(await evidence(id)).toMatchObject({ status: "approved" });
  });
});

describe("unauthorised users get a private message, and the posted one stays:", () => {
  const REFUSED: [string, string, () => Promise<string>, string][] = [
    ["an unknown user", "U-NOBODY", () => upload(), "Your Slack account is not linked"],
    ["the customer", "U-CUSTOMER", () => upload(), "That did not work"],
    ["another auditor", "U-FOREIGN", () => upload(), "That did not work"],
    ["who uploaded it", "U-ADMIN", () => upload(admin), "You cannot review your own upload"],
  ];
  test.each(REFUSED)(
    "%s",
    async (_who, user, make, words) => {
      const id = await make();
      expect((await approve(id, user)).status).toBe(200);
      const [answered] = await calls("chat.postEphemeral");
      expect(answered!.args).toMatchObject({ channel: MESSAGE.channel, user });
      expect(blocksOf(answered!)).toContain(words);
      expect(slack.to("chat.update")).toEqual([]);
      expect(await evidence(id)).toMatchObject({ status: "pending", reviewed_by: null });
    },
    60_000,
  );

  const OTHER_TEAMS: [string, object][] = [
    ["of another workspace", { team: { id: "T2" }, user: { id: "U-AUDITOR", team_id: "T2" } }],
    [
      "of another workspace in a shared channel",
      { team: { id: "T1" }, user: { id: "U-AUDITOR", team_id: "T2" } },
    ],
    [
      "of another workspace, in an organisation",
      { team: null, enterprise: { id: "E1" }, user: { id: "U-AUDITOR", team_id: "T2" } },
    ],
    ["without a workspace", { team: null, enterprise: { id: "T1" }, user: { id: "U-AUDITOR" } }],
  ];
  test.each(OTHER_TEAMS)(
    "someone %s who has the id of the linked auditor",
    async (_who, more) => {
      const id = await upload();
      expect((await requests.click("evidence_approve", id, "U-AUDITOR", more)).status).toBe(200);
      const [answered] = await calls("chat.postEphemeral");
      expect(blocksOf(answered!)).toContain("Your Slack account is not linked");
      expect(await evidence(id)).toMatchObject({ status: "pending", reviewed_by: null });
    },
    60_000,
  );

  test("an unlinked user gets a link instead of the modal", async () => {
    const id = await upload();
    expect((await requests.click("evidence_reject", id, "U-NOBODY")).status).toBe(200);
    const [answered] = await calls("chat.postEphemeral");
    expect(blocksOf(answered!)).toContain("/link?token=");
    expect(slack.to("views.open")).toEqual([]);
  });
});

test("a modal that Slack does not open is reported as a failed click", async () => {
  slack.behave("views.open", () => ({ body: { ok: false, error: "expired_trigger_id" } }));
  expect((await requests.click("evidence_reject", await upload(), "U-AUDITOR")).status).toBe(500);
});
