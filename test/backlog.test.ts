import { expect, test } from "@jest/globals";
import { Event } from "../domain/events/event.entity.ts";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { InboundMessage } from "../domain/whatsapp/inbound-message.entity.ts";
import { newId } from "../platform/ids.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";

const { product, customer, auditor, admin, uploaded } = await startEvidenceProject();

const PATH = "/api/v1/system/backlog";

test("administrators see what is waiting, and since when", async () => {
  const before = (await admin.get(PATH)).data;
  expect(before).toMatchObject({
    ingestions: { waiting: 0, since: null },
    retries: { waiting: 0, since: null },
  });

  const [one, two, gone] = [await uploaded(), await uploaded(), await uploaded()];
  await customer.send("DELETE", `/api/v1/evidence/${gone}`);
  const em = product.orm.em.fork();
  await em.nativeUpdate(Evidence, { id: two }, { chunkingStatus: "FAILED" });
  await em.insert(InboundMessage, {
    id: newId(),
    kind: "whatsapp",
    externalMessageId: newId(),
    externalId: "4917012345",
    displayName: "A",
    content: { type: "other" },
    sentAt: new Date(),
    receivedAt: new Date(),
    // Its workflow was terminated.
    startedAt: new Date(),
  });
  // Nothing publishes events here.
  const publications = await em.count(Event, { publishedAt: null });
  const { uploadedAt } = await em.findOneOrFail(Evidence, { id: one });
  const { data } = await admin.get(PATH);
  expect(data).toMatchObject({
    ingestions: { waiting: 1, since: uploadedAt.toISOString() },
    failed_ingestions: { waiting: 1 },
    whatsapp_messages: { waiting: 1 },
    publications: { waiting: publications },
    workflows_url: `${product.config.TEMPORAL_UI_URL}/namespaces/${product.config.TEMPORAL_NAMESPACE}/workflows`,
  });
  // This product runs no worker.
  const queues = data.task_queues as { polled: boolean; last_polled_at: string | null }[];
  expect(queues.map(({ polled }) => polled)).not.toContain(true);
  expect(queues.map(({ last_polled_at: at }) => at)).toEqual(queues.map(() => null));
  expect(queues.length).toBeGreaterThan(3);
  expect(publications).toBeGreaterThan(3);
});

test("other callers are refused", async () => {
  for (const person of [customer, auditor]) expect((await person.get(PATH)).status).toBe(403);
  expect((await product.anonymous.get(PATH)).status).toBe(401);
});
