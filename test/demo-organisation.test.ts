import { expect, test } from "@jest/globals";
import { z } from "zod";
import { fillOrganisation } from "../dev/demo/organisation/fill-organisation.ts";
import { openPeople } from "../dev/demo/organisation/people.ts";
import { SYSTEMS_ADDRESS, startDemoSystems } from "../dev/demo/organisation/start-demo-systems.ts";
import { seedDemo } from "../dev/seed.ts";
import { freePort } from "../testkit/free-port.ts";
import { PASSWORD } from "./support/people.ts";
import { waitFor } from "./support/wait-for.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { startProductForFile } from "./support/product-for-file.ts";

/** The demo organisation as `npm start` fills it. */
const environment = { WEBHOOK_ALLOWED_CIDRS: SYSTEMS_ADDRESS, DEMO_PASSWORD: PASSWORD };
const product = await startProductForFile({ parts: ["worker", "retrieval"], environment });
const systems = await stopAfterAll((await startDemoSystems(await freePort()))!);
await seedDemo(product.config);
const url = product.config.backendUrl;
const { customer } = await openPeople(url, PASSWORD);
await customer.send("POST", "/api/v1/projects", {
  name: "Created before the demo is filled",
  framework: "soc2",
});
await fillOrganisation({
  url,
  password: PASSWORD,
  config: product.config,
  systemsUrl: systems.url,
});
const people = await openPeople(url, PASSWORD);

const Statuses = z.object({
  deliveries: z.array(z.object({ event: z.string(), status: z.string(), attempts: z.int() })),
});
const Webhooks = z.object({
  webhooks: z.array(
    z.object({ id: z.string(), description: z.string(), disabled_reason: z.string().nullable() }),
  ),
});

async function deliveriesOf(description: string) {
  const { webhooks } = await people.admin.get("/api/v1/webhooks", Webhooks);
  const { id } = webhooks.find((webhook) => webhook.description.startsWith(description))!;
  return (await people.admin.get(`/api/v1/webhooks/${id}/deliveries?limit=100`, Statuses)).deliveries;
}

test("its archive received one rejection again, and still misses another", async () => {
  const all = await waitFor(
    () => deliveriesOf("Evidence archive"),
    (some) => some.some(({ status, attempts }) => status === "delivered" && attempts === 2),
  );
  const rejections = all.filter(({ event }) => event === "evidence.rejected");
  expect(rejections.map(({ status, attempts }) => `${status} ${attempts}`).toSorted()).toEqual([
    "delivered 2",
    "retrying 1",
  ]);
  expect(all.filter(({ event }) => event === "evidence.approved").length).toBeGreaterThan(10);
});

test("its webhook to a retired system is off", async () => {
  const { webhooks } = await people.admin.get("/api/v1/webhooks", Webhooks);
  expect(webhooks.map(({ disabled_reason: reason }) => reason).filter((reason) => reason !== null)).toEqual([
    "gone",
  ]);
});

test("its n8n works, and its identity provider answers but signs no one in yet", async () => {
  const Integrations = z.object({
    integrations: z.array(
      z.object({ kind: z.string(), last_test: z.object({ ok: z.boolean() }).nullable() }),
    ),
  });
  const { integrations } = await people.admin.get("/api/v1/integrations", Integrations);
  expect(integrations.find(({ kind }) => kind === "n8n")?.last_test?.ok).toBe(true);
  const Providers = z.object({
    identity_providers: z.array(z.object({ id: z.string(), enabled: z.boolean() })),
  });
  const { identity_providers: providers } = await people.admin.get("/api/v1/identity-providers", Providers);
  expect(providers.map(({ enabled }) => enabled)).toEqual([false]);
  expect(
    await people.admin.send("POST", `/api/v1/identity-providers/${providers[0]!.id}/test`, {}),
  ).toMatchObject({ ok: true });
});

test("two people are invited", async () => {
  const Invitations = z.object({ invitations: z.array(z.object({ status: z.string() })) });
  const { invitations } = await people.admin.get("/api/v1/invitations", Invitations);
  expect(invitations.map(({ status }) => status)).toEqual(["pending", "pending"]);
});

test("its files have been uploaded and reviewed over the last 90 days, and its audit log is intact", async () => {
  const Dated = z.object({
    evidence: z.array(
      z.object({ uploaded_at: z.string(), reviewed_at: z.string().nullable(), title: z.string() }),
    ),
  });
  const { projects } = await people.manager.get(
    "/api/v1/projects",
    z.object({ projects: z.array(z.object({ id: z.string(), framework: z.string() })) }),
  );
  const { id } = projects.find(({ framework }) => framework === "soc2")!;
  const { evidence } = await people.manager.get(`/api/v1/evidence?project_id=${id}&limit=100`, Dated);
  const daysAgo = (time: string) => (Date.now() - Date.parse(time)) / 86_400_000;
  const ages = evidence.map(({ uploaded_at: at }) => daysAgo(at));
  expect(Math.max(...ages)).toBeGreaterThan(70);
  expect(Math.max(...ages)).toBeLessThan(90);
  expect(new Set(ages.map(Math.floor)).size).toBeGreaterThan(25);
  for (const { uploaded_at: uploaded, reviewed_at: reviewed } of evidence)
    if (reviewed !== null) expect(reviewed > uploaded).toBe(true);
  const Verified = z.object({ entries: z.int(), problem: z.unknown() });
  const { entries, problem } = await people.admin.get("/api/v1/audit-log/verification", Verified);
  expect([entries > 300, problem]).toEqual([true, null]);
});

test("its evidence is in every state, also under quarantine", async () => {
  const States = z.object({
    evidence: z.array(z.object({ status: z.string(), chunking_status: z.string() })),
  });
  const { evidence } = await people.manager.get(
    "/api/v1/evidence?limit=100&status=pending,approved,rejected,expired,superseded,quarantined",
    States,
  );
  const statuses = ["pending", "approved", "rejected", "superseded", "quarantined"];
  expect(evidence.map(({ status }) => status)).toEqual(expect.arrayContaining(statuses));
  expect(evidence.filter(({ chunking_status: reading }) => reading === "QUARANTINED")).toHaveLength(1);
});

test("its policies are approved, pending review and drafts", async () => {
  const Filed = z.object({ evidence: z.array(z.object({ title: z.string(), status: z.string() })) });
  const { evidence } = await people.manager.get("/api/v1/evidence?tag=policy&sort=title&order=asc", Filed);
  expect(evidence).toEqual([
    { title: "Access Control Policy, version 1", status: "approved" },
    { title: "Incident Response Policy, version 1", status: "approved" },
    { title: "Information Security Policy, version 1", status: "pending" },
  ]);
});
