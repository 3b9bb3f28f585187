import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { newId } from "../../platform/ids.ts";
import { requestJson } from "../tested-product/request-json.ts";
import { expect, type Check, type Stage } from "./stage.ts";
import { waitFor } from "./wait-for.ts";
import { activate, createWorkflow, deactivate, executionsOf, triggerNode } from "./workflows.ts";

/** Long enough for an unwanted execution to appear. */
const QUIET_MS = 2_000;

interface Subscribed {
  id: string;
  url: string;
  events: string[];
  project_ids: string[] | null;
  active: boolean;
}

/** The workflow of these checks, which run in sequence. */
let workflow = { id: "", address: "", projectId: "", webhookId: "" };

const subscriptions = async ({ customer }: Stage): Promise<Subscribed[]> =>
  (await customer("GET", "/api/v1/webhooks"))["webhooks"] as Subscribed[];

const newSecret = (): string => `whsec_${randomBytes(24).toString("base64")}`;

/** Posts a forged event; returns the status. */
async function forge(secret: string, at: Date): Promise<number> {
  const [id, body] = [newId(), JSON.stringify({ type: "project.updated", data: {} })];
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign(id, at, body),
  };
  return (await requestJson("POST", workflow.address, { body, headers })).status;
}

export const triggerChecks: Check[] = [
  {
    name: "activating a workflow registers the trigger's webhook, for its events and its project",
    async run(stage) {
      const project = await stage.customer("POST", "/api/v1/projects", {
        name: "Triggered",
        framework: "soc2",
      });
      const [projectId, webhookId] = [String(project["id"]), newId()];
      const node = triggerNode(stage.credential, webhookId, { events: ["finding.*"], projectId });
      const id = await createWorkflow(stage.n8n, "Trigger", [node]);
      await activate(stage.n8n, id);
      const all = await subscriptions(stage);
      const [one] = all;
      const is = `${one?.active} ${one?.events.join()} ${one?.project_ids?.join()}`;
      expect(
        all.length === 1 && is === `true finding.* ${projectId}`,
        "one webhook, with the node's settings",
        all,
      );
      workflow = { id, address: one!.url, projectId, webhookId: one!.id };
    },
  },
  {
    name: "an event starts the workflow once, with its payload; one of another project does not",
    async run({ n8n, customer }) {
      const other = await customer("POST", "/api/v1/projects", { name: "Other", framework: "soc2" });
      const raise = (projectId: unknown, title: string) =>
        customer("POST", "/api/findings", { project_id: projectId, title, severity: "High" });
      await raise(other["id"], "Elsewhere");
      const { id } = await raise(workflow.projectId, "Here");
      await waitFor(
        "the execution",
        () => executionsOf(n8n, workflow.id),
        (all) => all.length > 0,
      );
      await sleep(QUIET_MS);
      const all = await executionsOf(n8n, workflow.id);
      const payload = all[0]?.first as { type: string; data: { finding: { id: string } } };
      const fits = all.length === 1 && payload.type === "finding.created" && payload.data.finding.id === id;
      expect(fits && all[0]?.status === "success", "one execution with the event", all);
    },
  },
  {
    name: "a redelivered event is accepted and starts nothing",
    async run({ n8n, customer }) {
      const path = `/api/v1/webhooks/${workflow.webhookId}/deliveries`;
      const { deliveries } = await customer("GET", path);
      const [{ id }] = deliveries as [{ id: string }];
      await customer("POST", `${path}/${id}/redeliver`);
      const log = async () =>
        (await customer("GET", `${path}/${id}`))["attempt_log"] as { status_code: number }[];
      const attempts = await waitFor("the second attempt", log, (all) => all.length > 1);
      expect(
        attempts.every(({ status_code: status }) => status === 200),
        "200 for each attempt",
        attempts,
      );
      await sleep(QUIET_MS);
      const all = await executionsOf(n8n, workflow.id);
      expect(all.length === 1, "no further execution", all);
    },
  },
  {
    name: "a request signed with another secret, an old one and an unsigned one are refused and start nothing",
    async run({ n8n }) {
      const statuses = [
        await forge(newSecret(), new Date()),
        await forge(newSecret(), new Date(0)),
        (await requestJson("POST", workflow.address, { body: {} })).status,
      ];
      expect(statuses.join() === "401,401,401", "401 for each", statuses);
      await sleep(QUIET_MS);
      const all = await executionsOf(n8n, workflow.id);
      expect(all.length === 1, "no further execution", all);
    },
  },
  {
    name: "deactivating the workflow removes the webhook, also one that was removed before",
    async run(stage) {
      await deactivate(stage.n8n, workflow.id);
      expect((await subscriptions(stage)).length === 0, "no webhook", await subscriptions(stage));
      await activate(stage.n8n, workflow.id);
      const [again] = await subscriptions(stage);
      expect(again?.url === workflow.address, "a webhook at the same address", again);
      await stage.customer("DELETE", `/api/v1/webhooks/${again!.id}`);
      await deactivate(stage.n8n, workflow.id);
      expect((await subscriptions(stage)).length === 0, "no webhook", await subscriptions(stage));
    },
  },
  {
    name: "listening for a test event in the editor receives one, and its webhook is removed afterwards",
    async run(stage) {
      const { n8n, customer } = stage;
      const workflowData = await n8n.rest("GET", `/workflows/${workflow.id}`);
      const listening = await n8n.rest("POST", `/workflows/${workflow.id}/run`, {
        workflowData,
        triggerToStartFrom: { name: "Trigger" },
      });
      const [one] = await subscriptions(stage);
      expect(one?.url.includes("/webhook-test/") === true, "a webhook at the test address", [listening, one]);
      const before = (await executionsOf(n8n, workflow.id)).length;
      const raised = { project_id: workflow.projectId, title: "Tried", severity: "Low" };
      await customer("POST", "/api/findings", raised);
      const executions = () => executionsOf(n8n, workflow.id);
      const all = await waitFor("the execution", executions, (list) => list.length > before);
      expect(all[0]?.first?.["type"] === "finding.created", "the event", all[0]);
      await waitFor(
        "the webhook's end",
        () => subscriptions(stage),
        (list) => list.length === 0,
        10,
      );
    },
  },
];
